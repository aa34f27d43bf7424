/** The ends of names of hosts that are linked without `https://` before them. Those that look like files are left out. */

const countries =
  "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cd cf " +
  "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge " +
  "gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh " +
  "ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx " +
  "my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw qa re ro rs ru rw sa sb sc sd " +
  "se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us " +
  "uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw";

const others =
  "academy aero agency app art asia bank beer bio biz blog build builders business cafe cam camp capital cards care " +
  "careers cash cat center chat church city cloud club codes coffee com community company computer consulting coop " +
  "cool courses dance data date deals design dev digital direct directory dog domains earth edu education email " +
  "energy engineer engineering enterprises equipment estate events exchange expert eu fail family fans farm fashion " +
  "film finance fish fit fitness flights flowers fm foo football foundation fun fund fyi gallery game games garden " +
  "gay gift global gmbh gold golf google gov graphics green group guide guru health help holiday host hosting house " +
  "how immo info ink institute int international investments jobs kitchen land law legal life lighting limited link " +
  "live loan lol london love ltd management map market marketing mba media memorial men menu mil mobi moe money " +
  "museum music name net network news ngo ninja one ong online org organic page paris partners parts party pet pets " +
  "photo photos pics pictures pink pizza plus post press pro productions properties pub quest radio recipes red " +
  "rehab rent repair report rest review reviews rip rocks run sale school science security select shop show site " +
  "ski social software solar solutions space store stream studio style support surf systems tax taxi team tech " +
  "technology tel theater tips tires today tokyo tools top tours town toys trade training travel tube university uno " +
  "vacations ventures vet video villas vision vote voyage watch website wedding wiki win wine work works world wtf " +
  "xxx xyz yoga zone";

export const topDomains: ReadonlySet<string> = new Set(`${countries} ${others}`.split(" "));
