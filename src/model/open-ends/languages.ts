/**
 * Words by which a message shows that it asks, thanks, or takes back, in a few languages; question marks need none of them.
 *
 * Words are in lower case, without a question mark. They begin a sentence; what begins with `~`, any part of it between
 * commas; what `anyone` has stands anywhere. What ends in `$` is the whole sentence.
 */

type Words = readonly string[];

export type Language = {
  /** Said before the rest of a sentence, which is read without it. */
  readonly leads: Words;
  /** Asks although there is no question mark. */
  readonly asks: Words;
  /** Ends a question that has no mark: in languages in which a particle says so. */
  readonly endings: Words;
  /** Where they stand in what asks several people, the answer of one is enough. */
  readonly anyone: Words;
  /** Has the form of a question, and wants no answer. */
  readonly rhetorical: Words;
  /** The asker has got what they wanted, if somebody has said something. */
  readonly thanks: Words;
  /** Thanks that are for all who were asked. */
  readonly toAll: Words;
  /** Begins like thanks, and is not: it comes before the favour. */
  readonly ahead: Words;
  /** The asker needs no answer any more. */
  readonly solved: Words;
  /** Wants no answer. */
  readonly idle: Words;
  /** Says of its sentence that it is only to be known. */
  readonly informs: Words;
  /** A question that begins with the first and goes on with the second answers itself. */
  readonly because: readonly [why: Words, because: Words];
};

/** Between names, as a part of a regular expression. */
export const joint = "(?:and|or|und|oder|et|ou|y|e|o|en|of|i|lub|и|или|ve|veya|&|\\+)";

const words = (text: string): Words => text.split("|").map((word) => word.trim());
const none: Words = [];

export const languages: Readonly<Record<string, Language>> = {
  en: {
    leads: words(
      "hi|hey|hello|hi all|hi there|hey there|good morning|morning|dear|so|ok|okay|and|also|but|well|oh|ah|aha|um|hm|hmm|great|perfect|cool|nice|awesome|sorry|btw|by the way|edit|update|actually|anyway|then|quick question|question|one more thing|follow-up|ah ok|oh ok|ah no|or maybe|haha|hehe|lol",
    ),
    asks: words(
      "~can you|~could you|~can u|~would you|~will you|can someone|can somebody|can anyone|can anybody|could someone|could somebody|could anyone|could anybody|would someone|would anyone|will anyone|has anyone|has anybody|have you|does anyone|does anybody|does someone|do you|did you|are you able|is anyone|is anybody|is someone|is there a|is there any|is it possible|is it ok|is it okay|any idea|any ideas|any news|any update|any updates|any chance|any objections|any thoughts|any opinions|any progress|any luck|anyone know|anyone knows|anybody know|anybody knows|anyone here|~please|~pls|~plz|kindly|~let me know|~lmk|tell me|wdyt|thoughts$|what do you think|what should|what can i|what can we|how do i|how do we|how can i|how can we|how should|how would i|how long will|where do i|where can i|where is the|who can|who could|who is|who's|when can|when will|when do|when is|shall we|shall i|should i|should we|may i|can i|can we|could i|could we|i need you to|i'd like you to|need your|we need your|would it be|would you mind|mind if|do you mind|i wonder if|i was wondering|wondering if|waiting for your|waiting on you|bump$|ping$|still waiting|reminder$|friendly reminder|gentle reminder|your turn|your call$|up to you$|ptal|eta$|what's the status|what is the status|how is it going|how's it going|are you there|are you around|got a minute|do you have a|help$|help me|please help|waiting for you|call me|remind me|need approval|needs approval|need your approval|can i have|may we|would love your",
    ),
    anyone: words(
      "somebody|someone|anybody|anyone|one of you|one of us|either of you|any of you|whoever|any volunteers|any volunteer|who can|who could|who has|who knows|who will|who would|who is able|who's able",
    ),
    endings: none,
    rhetorical: words(
      "who knows$|who knew$|who cares$|why not$|how cool is|how great is|how awesome is|how nice is|how cute is|isn't that great|isn't it great|isn't that nice|isn't it nice|isn't that cool|isn't it cool|isn't it ironic|isn't it obvious$|isn't life|what could go wrong|what could possibly go wrong|what can go wrong|what's the worst that could happen|can you believe|can you imagine|could you imagine|who would have thought|who'd have thought|who'd have guessed|who would have guessed|what else is new$|guess what$|you know what$|know what$|are you kidding|is this a joke$|why would anyone|why would anybody|who would want|who needs|who doesn't|who isn't|who hasn't|do i look like|how hard can it be|how hard could it be|what's not to like|what's not to love|need i say more|does it get any better|what would we do without|what would i do without|where would we be without|why me$|why always me$|why does this always happen|when will they ever learn|when will i ever learn|how many times|what is the point|what's the point|who am i kidding|how about that$|how dare|isn't that the truth|since when$|what else$|what did i say$|let me know if you need|let me know if you have any question|let me know if there are any question|please find|please note|please be aware|please be advised|please bear with|isn't it awesome|isn't it amazing|isn't it wonderful|isn't it beautiful|isn't it funny|isn't it lovely|isn't this great|isn't this nice|isn't this cool|isn't this awesome|isn't this amazing|isn't this wonderful|isn't this beautiful|isn't this funny|isn't this lovely|isn't this ironic|isn't that awesome|isn't that amazing|isn't that wonderful|isn't that beautiful|isn't that funny|isn't that lovely|isn't that ironic|do i really have to|is the pope|do bears|who am i to|what are the odds$|you see what i mean$|see what i mean$|what was i thinking|who in their right mind|how could i forget|how could we forget|what is wrong with people|what's wrong with people|when will they learn|why do i even|why do we even|could this day get|is it friday yet|is it the weekend yet|what can i say|need i go on|are you serious|who would've|why am i not surprised|so what$|what more could|yes please$",
    ),
    thanks: words(
      "thanks|thank you|thank u|many thanks|thx|thnx|tnx|ty$|ty!|tysm|tyvm|cheers|much appreciated|appreciate it|appreciated$|that helps|that helped|that worked|that works|that did it|that answers",
    ),
    toAll: words(
      "thanks all|thanks both|thanks everybody|thanks everyone|thanks folks|thanks guys|thanks team|thanks y'all|thanks you two|thanks to all|thanks to both|thanks to you both|thanks to everybody|thanks to everyone|thank you all|thank you both|thank you everybody|thank you everyone|thank you folks|thank you guys|thank you team|thank you to all|thank you to everybody|thank you to everyone|many thanks all|many thanks to all|many thanks to you both|thx all|thx both|thx everybody|thx everyone|ty all|cheers all|cheers both|cheers everybody|cheers everyone|cheers folks|cheers guys",
    ),
    ahead: words(
      "thanks in advance|thank you in advance|many thanks in advance|thx in advance|thanks ahead|thanks for any|thank you for any|cheers in advance",
    ),
    solved: words(
      "never mind|nevermind|nvm|nm$|forget it|forget about it|forget what|ignore that|ignore this|ignore me|ignore my|please ignore|please disregard|disregard|scratch that|strike that|found it|i found it|got it from|found out|found the answer|found the reason|found the problem|i found the|figured it out|i figured it out|figured out|i figured out|got it working|i got it working|solved|i solved|fixed it|i fixed it|fixed now|it works now|works now|working now|it's working now|it is working now|works again|it works again|no longer needed|no longer relevant|not needed any|no need any|no need$|no need to answer|no need to reply|no need to look|problem solved|false alarm|sorted$|sorted it|sorted out|all sorted|all good now|all set$|answered$|answering my own|answering myself|to answer my own|to answer myself|turns out|turned out|got my answer|i have my answer|question answered|resolved$|it's resolved|it is resolved|already done|already fixed|already solved|we're good now|i'm good now|don't bother|do not bother|no action needed|no answer needed|no reply needed|no response needed|nothing to do for you|wrong channel|wrong topic|wrong chat|wrong person|fixed$|all good$|not needed|not needed anymore|answered my own question|i see it now|i got it$|got it$|already sorted|don't worry about it|don't worry$|it's fine now|it is fine now|fine now|it's working again|it is working again|working again|it's ok now|back to normal|up again$|it's back$",
    ),
    idle: words(
      "ok$|okay$|k$|kk$|sure$|sure thing$|yes$|yep$|yup$|yeah$|no$|nope$|done$|will do$|great$|perfect$|nice$|nice one$|good$|good idea$|good point$|good job$|great work$|nice work$|cool$|awesome$|excellent$|amazing$|lovely$|lol$|haha$|hahaha$|hehe$|np$|no problem$|no worries$|you're welcome$|you are welcome$|sounds good$|sounds great$|makes sense$|i see$|understood$|roger$|ack$|agreed$|i agree$|+1$|good night$|good evening$|bye$|bye bye$|see you$|see you tomorrow$|see you later$|see you soon$|talk later$|have a nice weekend$|have a great weekend$|have a good one$|same here$|me too$|my pleasure$|anytime$|looks good$|looks good to me$|lgtm$|no thanks$|no thank you$|of course$|noted$|true$|exactly$|indeed$|wow$|oh$|ah$|hm$|hmm$|oops$|fair enough$|no rush$|no hurry$|fyi$|done and dusted$|ship it$|for the record$|congrats|congratulations|happy birthday|happy anniversary|happy new year|merry christmas|welcome|kudos|good luck|well done|get well|sounds good to me$|no worries at all$|alright$|all right$|right$|see you then$|same$|oh ok$|ah ok$|oh okay$|brilliant$|love it$|on it$|roger that$|you too$|likewise$|same to you$|enjoy|okie$|okey dokey$|alrighty$|gotcha$|not yet$|fine$|fine by me$|fine with me$|works for me$|good to know$|that is great$|that's great$|great news$|that's great news$|that's fine$|that's ok$|good news$|good call$|i think so$|i don't know$|no idea$|i will$|will check$",
    ),
    informs: words("fyi|just fyi|for your information|just so you know|for info|cc"),
    because: [words("why"), words("because|since|well because|simple")],
  },
  de: {
    leads: words(
      "hallo|hi|hey|moin|servus|guten morgen|guten tag|na|und|aber|also|oh|ach|ah|super|prima|toll|gut|übrigens|sorry|kurze frage|frage",
    ),
    asks: words(
      "~kannst du|~könntest du|können sie|könnten sie|~könnt ihr|könntet ihr|würdest du|würden sie|magst du|möchtest du|hast du|habt ihr|haben sie|weißt du|weiss jemand|weiß jemand|wisst ihr|wissen sie|kann jemand|kann mir jemand|könnte jemand|könnte mir jemand|kennt jemand|kennt sich jemand|hat jemand|hat wer|kann ich|können wir|sollen wir|soll ich|sollte ich|sollten wir|darf ich|gibt es|gibt's|ist jemand|bist du|seid ihr|~bitte|schau bitte|schaust du|schickst du|~sag bescheid|~gib bescheid|gebt bescheid|was meinst du|was meint ihr|was haltet ihr|wie kann ich|wie können wir|wo finde ich|wer kann|wer könnte|wer hat|wann kannst|wann ist|wann kommt|irgendwelche ideen|irgendeine idee|eine idee|meinungen$|gibt es neuigkeiten|was neues",
    ),
    anyone: words(
      "jemand|jemanden|jemandem|irgendwer|irgendjemand|einer von euch|eine von euch|einer von ihnen|wer kann|wer könnte|wer hat|wer weiß|wer weiss|wer kennt|wer übernimmt|wer mag|hat wer|kann wer|weiß wer|freiwillige",
    ),
    endings: none,
    rhetorical: words(
      "wer weiß$|wer weiss$|warum nicht$|wieso nicht$|na und$|wen interessiert|wer braucht|wer hätte das gedacht|was soll's$|was soll das$|was will man mehr|weißt du was$|wie cool ist|wie geil ist|ist das nicht toll|ist das nicht schön|was soll schon schiefgehen|was kann schon schiefgehen|bitte beachten|bitte beachtet|bitte beachte|anbei",
    ),
    thanks: words(
      "danke|vielen dank|herzlichen dank|besten dank|dankeschön|danke schön|merci vielmals|das hilft|das hat geholfen",
    ),
    toAll: words(
      "danke euch|danke allen|danke alle|danke an alle|danke an euch|danke zusammen|danke leute|danke ihr beiden|vielen dank euch|vielen dank allen|vielen dank an alle|vielen dank zusammen|herzlichen dank euch|herzlichen dank an alle|besten dank euch|besten dank an alle",
    ),
    ahead: words(
      "danke im voraus|vielen dank im voraus|danke schon mal|danke schonmal|danke vorab",
    ),
    solved: words(
      "vergiss es|vergesst es|hat sich erledigt|hat sich geklärt|erledigt|schon gut|schon erledigt|schon gefunden|habs gefunden|hab's gefunden|ich hab's|ich habs|gefunden$|gelöst|problem gelöst|geht jetzt|geht wieder|läuft jetzt|läuft wieder|funktioniert jetzt|funktioniert wieder|fehlalarm|nicht mehr nötig|brauche ich nicht mehr|ignorier|ignoriert das|bitte ignorieren|falscher kanal|alles gut jetzt|alles gut$|hat geklappt|jetzt geht's|jetzt geht es|gefunden, danke|keine sorge$|passt wieder",
    ),
    idle: words(
      "ok$|okay$|ja$|nein$|jo$|jep$|klar$|na klar$|gern$|gerne$|gern geschehen$|gerne doch$|kein problem$|keine ursache$|bitte schön$|bitteschön$|bitte sehr$|mach ich$|wird gemacht$|super$|prima$|perfekt$|passt$|alles klar$|verstanden$|genau$|stimmt$|schön$|toll$|cool$|gute nacht$|guten abend$|tschüss$|bis morgen$|bis später$|bis dann$|schönes wochenende$|schönen feierabend$|nein danke$|keine eile$|glückwunsch|herzlichen glückwunsch|ich gratuliere|gratuliere|alles gute|willkommen|herzlich willkommen|viel glück|in ordnung$|geht klar$|ist ok$|ist in ordnung$|passt schon$|gute idee$|sehr gut$|wunderbar$|dito$|ebenso$|gleichfalls$|viel spaß$|viel erfolg$|ja bitte$|noch nicht$|weiß ich nicht$|keine ahnung$|hört sich gut an$|klingt gut$|schönen urlaub$|gute besserung$|schönen tag$",
    ),
    informs: words("zur info|nur zur info|zur information|zur kenntnis|zur kenntnisnahme"),
    because: [words("warum|wieso|weshalb"), words("weil|na weil|ganz einfach")],
  },
  fr: {
    leads: words(
      "bonjour|salut|coucou|hello|bonsoir|et|mais|donc|alors|ah|oh|super|parfait|génial|au fait|petite question|question|désolé|pardon",
    ),
    asks: words(
      "~peux-tu|~peux tu|~pouvez-vous|pouvez vous|~pourrais-tu|pourrais tu|~pourriez-vous|pourriez vous|tu peux|tu pourrais|vous pouvez|vous pourriez|est-ce que|est ce que|qu'est-ce que|quelqu'un sait|quelqu'un peut|quelqu'un pourrait|quelqu'un a|quelqu'un connaît|sais-tu|savez-vous|as-tu|avez-vous|es-tu|êtes-vous|veux-tu|voulez-vous|y a-t-il|y a t il|il y a quelqu'un|peut-on|pouvons-nous|puis-je|dois-je|doit-on|on peut|comment faire|comment puis-je|où est|où puis-je|qui peut|qui pourrait|quand est-ce|~s'il te plaît|~s'il te plait|~s'il vous plaît|s'il vous plait|~stp|~svp|~dis-moi|dites-moi|merci de|tenez-moi au courant|tiens-moi au courant|des nouvelles|une idée|des idées|qu'en penses-tu|qu'en pensez-vous|ton avis$|votre avis$|un avis$",
    ),
    anyone: words(
      "quelqu'un|l'un de vous|l'une de vous|l'un d'entre vous|l'une d'entre vous|n'importe qui|qui peut|qui pourrait|qui a|qui aurait|qui sait|qui connaît|un volontaire|des volontaires",
    ),
    endings: none,
    rhetorical: words(
      "qui sait$|pourquoi pas$|et alors$|à quoi bon$|qui l'eût cru$|qui l'aurait cru$|que demander de plus$|tu sais quoi$|vous savez quoi$|c'est pas beau|n'est-ce pas génial|n'est-ce pas merveilleux|qu'est-ce qui pourrait mal tourner",
    ),
    thanks: words(
      "merci|merci beaucoup|merci bien|mille mercis|un grand merci|ça marche merci|je te remercie|je vous remercie",
    ),
    toAll: words(
      "merci tous|merci à tous|merci à toutes|merci à vous deux|merci à tout le monde|merci tout le monde|merci les gars|merci l'équipe|merci beaucoup à tous|merci beaucoup à toutes",
    ),
    ahead: words("merci d'avance|merci par avance|merci beaucoup d'avance|merci de"),
    solved: words(
      "laisse tomber|laissez tomber|oublie|oubliez|c'est bon|c'est réglé|réglé|résolu|c'est résolu|j'ai trouvé|trouvé$|ça marche maintenant|ça remarche|ça fonctionne maintenant|plus besoin|fausse alerte|ignore ça|ignorez|mauvais canal",
    ),
    idle: words(
      "ok$|d'accord$|d'acc$|oui$|ouais$|non$|parfait$|super$|génial$|bien sûr$|de rien$|je t'en prie$|je vous en prie$|pas de problème$|pas de souci$|compris$|ça marche$|entendu$|bonne nuit$|bonne soirée$|bon week-end$|bonne journée$|à demain$|à plus$|à bientôt$|au revoir$|non merci$|pas d'urgence$|exactement$|félicitations|bravo|bienvenue|bon anniversaire|joyeux anniversaire|bonne chance|très bien$|bien reçu$|c'est noté$|pas encore$|oui merci$|moi aussi$|bonnes vacances$|bon courage$|à lundi$|top$|nickel$|ça me va$|bonne idée$|bon rétablissement$",
    ),
    informs: words("pour info|pour information|pour ton information|pour votre information"),
    because: [words("pourquoi"), words("parce que|car|parce qu'")],
  },
  es: {
    leads: words(
      "hola|buenas|buenos días|buenas tardes|buenas noches|y|pero|pues|entonces|ah|oh|genial|perfecto|vale|por cierto|una pregunta|pregunta|perdón|perdona",
    ),
    asks: words(
      "~puedes|~podrías|puede usted|podría|podéis|pueden|podrían|me puedes|me podrías|me ayudas|alguien sabe|alguien puede|alguien podría|alguien tiene|sabes|sabéis|saben|hay alguien|hay alguna|hay algún|se puede|podemos|puedo|debo|debería|deberíamos|cómo puedo|cómo podemos|cómo hago|dónde está|dónde puedo|quién puede|quién podría|cuándo es|cuándo estará|~por favor|porfa|~avísame|avisadme|dime|decidme|qué te parece|qué os parece|qué opinas|qué opináis|alguna idea|alguna novedad|opiniones$",
    ),
    anyone: words(
      "alguien|alguno de vosotros|alguna de vosotras|alguno de ustedes|uno de vosotros|una de vosotras|uno de ustedes|cualquiera|quién puede|quién podría|quién tiene|quién sabe|quien puede|quien tiene|quien sabe|algún voluntario",
    ),
    endings: none,
    rhetorical: words(
      "quién sabe$|por qué no$|y qué$|qué más da$|a quién le importa$|quién lo hubiera dicho$|quién lo diría$|sabes qué$|qué más se puede pedir$|qué podría salir mal|no es genial|no es bonito",
    ),
    thanks: words(
      "gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|os lo agradezco",
    ),
    toAll: words(
      "gracias todos|gracias a todos|gracias a todas|gracias a los dos|gracias a las dos|gracias a ambos|gracias chicos|gracias equipo|muchas gracias a todos|muchas gracias a todas",
    ),
    ahead: words("gracias de antemano|muchas gracias de antemano|gracias por adelantado"),
    solved: words(
      "no importa|olvídalo|olvidadlo|déjalo|da igual|ya está|ya lo encontré|ya lo tengo|lo encontré|lo he encontrado|encontrado$|resuelto|solucionado|arreglado|ya funciona|ya no hace falta|ya no es necesario|falsa alarma|ignora|ignorad|canal equivocado",
    ),
    idle: words(
      "ok$|vale$|sí$|si$|no$|claro$|claro que sí$|por supuesto$|perfecto$|genial$|estupendo$|de nada$|no hay de qué$|no hay problema$|sin problema$|entendido$|hecho$|de acuerdo$|exacto$|hasta mañana$|hasta luego$|adiós$|buen finde$|buen fin de semana$|no gracias$|sin prisa$|felicidades|enhorabuena|bienvenido|bienvenida|feliz cumpleaños|buena suerte|muy bien$|bien$|suena bien$|igualmente$|yo también$|todavía no$|qué bien$|buenas vacaciones$|hasta el lunes$|buena idea$|me parece bien$|anotado$|recibido$",
    ),
    informs: words(
      "para tu información|para su información|para que lo sepas|para vuestra información",
    ),
    because: [words("por qué"), words("porque|pues porque")],
  },
  it: {
    leads: words(
      "ciao|salve|buongiorno|buonasera|e|ma|quindi|allora|ah|oh|ottimo|perfetto|comunque|una domanda|domanda|scusa|scusate",
    ),
    asks: words(
      "~puoi|~potresti|potrebbe|potete|potreste|mi puoi|mi potresti|mi aiuti|qualcuno sa|qualcuno può|qualcuno potrebbe|qualcuno ha|sai se|sapete se|c'è qualcuno|si può|possiamo|posso|devo|dovrei|dovremmo|come posso|come possiamo|come faccio|dov'è|dove posso|chi può|chi potrebbe|quando sarà|~per favore|per piacere|~fammi sapere|fatemi sapere|dimmi|ditemi|che ne pensi|che ne pensate|qualche idea|novità$|pareri$",
    ),
    anyone: words(
      "qualcuno|qualcuna|uno di voi|una di voi|chiunque|chi può|chi potrebbe|chi ha|chi sa|chi conosce|volontari",
    ),
    endings: none,
    rhetorical: words(
      "chi lo sa$|chissà$|perché no$|e allora$|a chi importa$|chi l'avrebbe mai detto$|sai che c'è$|cosa potrebbe andare storto|non è fantastico|non è bello",
    ),
    thanks: words("grazie|grazie mille|tante grazie|molte grazie|ti ringrazio|vi ringrazio"),
    toAll: words(
      "grazie tutti|grazie a tutti|grazie a tutte|grazie a entrambi|grazie ragazzi|grazie mille a tutti",
    ),
    ahead: words("grazie in anticipo|grazie mille in anticipo"),
    solved: words(
      "lascia perdere|lasciate perdere|non importa|fa niente|come non detto|trovato|l'ho trovato|ho trovato|risolto|ho risolto|adesso funziona|ora funziona|funziona di nuovo|non serve più|falso allarme|ignora|ignorate|canale sbagliato",
    ),
    idle: words(
      "ok$|va bene$|sì$|si$|no$|certo$|certamente$|perfetto$|ottimo$|prego$|di niente$|figurati$|nessun problema$|capito$|fatto$|d'accordo$|esatto$|a domani$|a dopo$|buonanotte$|buon weekend$|no grazie$|con calma$|congratulazioni|complimenti|benvenuto|benvenuta|buon compleanno|auguri",
    ),
    informs: words("per info|per conoscenza|per informazione|per tua informazione"),
    because: [words("perché"), words("perché|poiché|siccome")],
  },
  pt: {
    leads: words(
      "olá|oi|bom dia|boa tarde|boa noite|e|mas|então|ah|oh|ótimo|perfeito|aliás|uma pergunta|pergunta|desculpa|desculpe",
    ),
    asks: words(
      "~você pode|você poderia|vocês podem|vocês poderiam|pode me|poderia me|podes|poderias|podem|alguém sabe|alguém pode|alguém poderia|alguém tem|você sabe|vocês sabem|sabe se|você tem|tem alguém|há alguém|há alguma|dá para|podemos|posso|devo|deveria|deveríamos|como posso|como podemos|como faço|onde está|onde posso|quem pode|quem poderia|quando será|por favor|~me avisa|me avise|avise-me|diga-me|me diz|o que você acha|o que vocês acham|o que achas|alguma ideia|alguma novidade|opiniões$",
    ),
    anyone: words(
      "alguém|algum de vocês|alguma de vocês|um de vocês|uma de vocês|qualquer um|quem pode|quem poderia|quem tem|quem sabe|quem conhece|algum voluntário",
    ),
    endings: none,
    rhetorical: words(
      "quem sabe$|por que não$|porque não$|e daí$|quem se importa$|quem diria$|sabe o que$|o que poderia dar errado|não é ótimo|não é lindo",
    ),
    thanks: words("obrigado|obrigada|muito obrigado|muito obrigada|valeu|agradeço"),
    toAll: words(
      "obrigado a todos|obrigada a todos|obrigado a todas|obrigada a todas|obrigado a ambos|obrigada a ambos|obrigado pessoal|obrigada pessoal|obrigado gente|obrigada gente|valeu pessoal|valeu galera|valeu gente",
    ),
    ahead: words(
      "obrigado desde já|obrigada desde já|desde já obrigado|desde já obrigada|desde já agradeço|obrigado antecipadamente",
    ),
    solved: words(
      "deixa pra lá|deixa para lá|esquece|esqueçam|não importa|já achei|já encontrei|achei$|encontrei$|resolvido|resolvi|consegui|já funciona|agora funciona|voltou a funcionar|não precisa mais|já não é preciso|alarme falso|ignora|ignorem|canal errado",
    ),
    idle: words(
      "ok$|sim$|não$|claro$|com certeza$|perfeito$|ótimo$|legal$|beleza$|de nada$|imagina$|sem problema$|sem problemas$|entendi$|entendido$|feito$|certo$|combinado$|exato$|até amanhã$|até logo$|tchau$|bom fim de semana$|não obrigado$|não obrigada$|sem pressa$|parabéns|bem-vindo|bem-vinda|feliz aniversário|boa sorte",
    ),
    informs: words("para informação|para sua informação|para tua informação|para conhecimento"),
    because: [words("por que|porque|por quê"), words("porque|pois|simples")],
  },
  nl: {
    leads: words(
      "hallo|hoi|hey|goedemorgen|goedemiddag|en|maar|dus|ah|oh|top|prima|trouwens|vraagje|vraag|sorry",
    ),
    asks: words(
      "~kun je|~kan je|kunt u|kunnen jullie|~zou je|zou u|zouden jullie|wil je|wilt u|willen jullie|heb je|heeft u|hebben jullie|weet je|weet u|weten jullie|weet iemand|kan iemand|zou iemand|heeft iemand|kent iemand|kan ik|kunnen we|zullen we|zal ik|moet ik|moeten we|mag ik|is er|is iemand|ben je|zijn jullie|~alsjeblieft|alstublieft|a.u.b|aub|graag je|~laat me weten|laat het weten|laat maar weten|wat vind je|wat vinden jullie|hoe kan ik|hoe kunnen we|waar kan ik|waar vind ik|wie kan|wie zou|wanneer kan|wanneer is|enig idee|nog nieuws|meningen$",
    ),
    anyone: words(
      "iemand|een van jullie|één van jullie|wie kan|wie zou|wie heeft|wie weet|wie kent|vrijwilliger|vrijwilligers",
    ),
    endings: none,
    rhetorical: words(
      "wie weet$|waarom niet$|nou en$|wat maakt het uit$|wie had dat gedacht$|weet je wat$|wat kan er misgaan|is dat niet geweldig|is het niet mooi",
    ),
    thanks: words(
      "dank je|dankjewel|dank je wel|dank u|dank u wel|bedankt|hartelijk dank|dankje|thanks",
    ),
    toAll: words(
      "bedankt allemaal|bedankt iedereen|bedankt jullie|bedankt beiden|dank jullie|dank allemaal|dank aan allen",
    ),
    ahead: words("alvast bedankt|bij voorbaat dank|bedankt alvast"),
    solved: words(
      "laat maar|vergeet het|al gevonden|gevonden$|ik heb het gevonden|ik heb het al|opgelost|het is opgelost|werkt nu|het werkt nu|werkt weer|niet meer nodig|vals alarm|negeer|verkeerde kanaal",
    ),
    idle: words(
      "ok$|oké$|ja$|nee$|zeker$|tuurlijk$|natuurlijk$|prima$|perfect$|top$|graag gedaan$|geen probleem$|geen dank$|begrepen$|duidelijk$|klopt$|precies$|doe ik$|gedaan$|mooi$|welterusten$|tot morgen$|tot straks$|doei$|fijn weekend$|nee bedankt$|geen haast$|gefeliciteerd|proficiat|welkom|fijne verjaardag|veel succes",
    ),
    informs: words("ter info|ter informatie|ter kennisgeving"),
    because: [words("waarom"), words("omdat|want|simpel")],
  },
  pl: {
    leads: words(
      "cześć|hej|hejka|dzień dobry|witam|a|i|ale|więc|no|ach|och|super|świetnie|swoją drogą|pytanie|szybkie pytanie|przepraszam",
    ),
    asks: words(
      "czy|~możesz|~mógłbyś|mogłabyś|możecie|moglibyście|może pan|może pani|czy ktoś|ktoś wie|ktoś może|ktoś mógłby|ktoś ma|mogę|możemy|powinienem|powinniśmy|jak mogę|jak możemy|gdzie jest|gdzie mogę|kto może|kto mógłby|kiedy będzie|~proszę|~daj znać|dajcie znać|powiedz|co myślisz|co myślicie|co sądzisz|jakieś pomysły|jakiś pomysł|jakieś wieści|opinie$",
    ),
    anyone: words(
      "ktoś|ktokolwiek|jeden z was|jedna z was|jedno z was|kto może|kto mógłby|kto ma|kto wie|kto zna",
    ),
    endings: none,
    rhetorical: words(
      "kto wie$|czemu nie$|dlaczego nie$|no i co$|kogo to obchodzi$|kto by pomyślał$|wiesz co$|co może pójść nie tak|czy to nie wspaniałe|czyż to nie",
    ),
    thanks: words("dzięki|dziękuję|dziękuje|wielkie dzięki|serdecznie dziękuję|dziękuję bardzo"),
    toAll: words(
      "dzięki wszystkim|dzięki wam|dzięki obojgu|dziękuję wszystkim|dziękuję wam|dziękuję państwu",
    ),
    ahead: words("z góry dzięki|z góry dziękuję|dzięki z góry|dziękuję z góry"),
    solved: words(
      "nieważne|nie ważne|zapomnij|zapomnijcie|już nieaktualne|nieaktualne|już znalazłem|już znalazłam|znalazłem|znalazłam|rozwiązane|rozwiązałem|rozwiązałam|naprawione|już działa|teraz działa|działa znowu|już nie trzeba|fałszywy alarm|zignoruj|zignorujcie|zły kanał",
    ),
    idle: words(
      "ok$|tak$|nie$|jasne$|pewnie$|oczywiście$|super$|świetnie$|idealnie$|nie ma za co$|proszę bardzo$|nie ma sprawy$|nie ma problemu$|spoko$|rozumiem$|zrobione$|zgoda$|dokładnie$|dobranoc$|do jutra$|do zobaczenia$|na razie$|pa$|miłego weekendu$|nie dziękuję$|bez pośpiechu$|gratulacje|witaj|wszystkiego najlepszego|powodzenia",
    ),
    informs: words("dla informacji|do wiadomości|tak dla informacji"),
    because: [words("dlaczego|czemu"), words("bo|ponieważ|dlatego że")],
  },
  ru: {
    leads: words(
      "привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер|всем привет|а|и|но|ну|так|ах|ой|ага|отлично|супер|кстати|вопрос|извините|извини|слушай|слушайте",
    ),
    asks: words(
      "~можешь|~можете|могли бы|мог бы|могла бы|не мог бы|не могли бы|не могла бы|сможешь|сможете|кто-нибудь|кто нибудь|кто-то знает|кто знает, как|кто может|кто мог бы|знаешь|знаете|не знаешь|не знаете|у тебя есть|у вас есть|у кого-нибудь|есть ли|есть у кого|можно ли|можно|могу ли|можем ли|надо ли|нужно ли|стоит ли|как мне|как нам|как можно|где найти|где можно|когда будет|когда сможешь|когда можно|~пожалуйста|плиз|~дай знать|дайте знать|скажи|скажите|подскажи|подскажите|помоги|помогите|посмотри|посмотрите|что думаешь|что думаете|как думаешь|как думаете|есть идеи|какие идеи|есть новости|какие мнения",
    ),
    anyone: words(
      "кто-нибудь|кто нибудь|кто-то|кто-либо|кого-нибудь|кому-нибудь|у кого|один из вас|кто может|кто мог бы|кто сможет|кто знает|кто умеет|кто возьмется|кто возьмётся",
    ),
    endings: none,
    rhetorical: words(
      "кто знает$|почему нет$|почему бы и нет$|ну и что$|какая разница$|кого это волнует$|кто бы мог подумать$|кто бы сомневался$|знаешь что$|что может пойти не так|что могло пойти не так|разве не прекрасно|разве это не|сколько можно$|зачем я",
    ),
    thanks: words("спасибо|большое спасибо|спс|благодарю|спасибки|огромное спасибо"),
    toAll: words(
      "спасибо всем|спасибо обоим|спасибо ребята|всем спасибо|большое спасибо всем|благодарю всех",
    ),
    ahead: words(
      "заранее спасибо|спасибо заранее|заранее благодарю|заранее благодарен|заранее благодарна",
    ),
    solved: words(
      "неважно|не важно|забудь|забудьте|забей|уже не надо|уже не нужно|не нужно$|больше не нужно|уже нашел|уже нашёл|уже нашла|нашел$|нашёл$|нашла$|я нашел|я нашёл|я нашла|решено|решил$|решила$|разобрался|разобралась|уже работает|теперь работает|заработало|снова работает|ложная тревога|вопрос снят|вопрос закрыт|вопрос решен|вопрос решён|игнорируй|не обращай внимания|не обращайте внимания|не тот канал",
    ),
    idle: words(
      "ок$|окей$|да$|нет$|ага$|угу$|конечно$|хорошо$|ладно$|отлично$|супер$|круто$|понял$|поняла$|понятно$|ясно$|сделано$|готово$|сделаю$|договорились$|не за что$|пожалуйста$|без проблем$|нет проблем$|точно$|согласен$|согласна$|спокойной ночи$|до завтра$|до встречи$|пока$|хороших выходных$|нет спасибо$|не срочно$|поздравляю|поздравляем|с днем рождения|с днём рождения|добро пожаловать|удачи",
    ),
    informs: words("для информации|к сведению|для сведения"),
    because: [words("почему|зачем|отчего"), words("потому что|потому, что|а потому|просто")],
  },
  tr: {
    leads: words(
      "merhaba|selam|günaydın|iyi günler|ve|ama|peki|ah|oh|harika|süper|bu arada|soru|bir soru|pardon",
    ),
    asks: words(
      "~lütfen|biri biliyor mu|bilen var mı|yardım eder misin|yardım edebilir misin|bakabilir misin|bakar mısın|haber ver|ne dersin|ne dersiniz|ne düşünüyorsun|fikri olan|acaba|rica etsem",
    ),
    anyone: words(
      "biri|birisi|biriniz|içinizden biri|herhangi biri|kimse|kim yapabilir|kimde|kim biliyor|bilen var mı|olan var mı",
    ),
    endings: words(
      "mı|mi|mu|mü|mısın|misin|musun|müsün|mısınız|misiniz|musunuz|müsünüz|mıyız|miyiz|muyuz|müyüz|mıyım|miyim|muyum|müyüm",
    ),
    rhetorical: words(
      "kim bilir$|neden olmasın$|ne olacak ki$|ne fark eder$|kimin umurunda$|kim derdi ki",
    ),
    thanks: words("teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol|sağol|eyvallah"),
    toAll: words(
      "herkese teşekkürler|hepinize teşekkürler|ikinize de teşekkürler|teşekkürler herkese|teşekkürler arkadaşlar|teşekkürler millet",
    ),
    ahead: words("şimdiden teşekkürler|şimdiden teşekkür"),
    solved: words(
      "boş ver|boşver|unut gitsin|gerek kalmadı|buldum|çözüldü|çözdüm|hallettim|hallettik|hallolundu|artık çalışıyor|şimdi çalışıyor|yanlış alarm|yanlış kanal",
    ),
    idle: words(
      "tamam$|evet$|hayır$|olur$|tabii$|tabi$|elbette$|harika$|süper$|rica ederim$|bir şey değil$|sorun değil$|anladım$|yapıldı$|aynen$|iyi geceler$|görüşürüz$|yarın görüşürüz$|iyi hafta sonları$|acele yok$|tebrikler|tebrik ederim|hoş geldin|hoş geldiniz|doğum günün kutlu olsun|iyi şanslar",
    ),
    informs: words("bilgin olsun|bilginiz olsun|bilginize"),
    because: [words("neden|niye|niçin"), words("çünkü")],
  },
  ja: {
    leads: words(
      "こんにちは|おはようございます|おはよう|お疲れ様です|お疲れさまです|すみません|すいません|ところで|ちなみに|じゃあ|では|あの|えっと",
    ),
    asks: words(
      "教えて|お願い|どなたか|誰か|どうすれば|どうやって|もしよければ|よろしければ|ご確認",
    ),
    anyone: words("誰か|だれか|どなたか|誰が|どなたが|どちらか"),
    endings: words(
      "ますか|ですか|でしょうか|ませんか|ましたか|だろうか|かな|かしら|のか|ください|下さい|お願いします|お願いいたします|お願い致します|もらえる|くれる",
    ),
    rhetorical: words(
      "誰が知る|なぜダメなの$|そうですか$|なるほどそうですか$|すごくないですか$|最高じゃないですか$",
    ),
    thanks: words("ありがとう|有難う|有り難う|感謝|サンキュー|助かりました|助かります"),
    toAll: words(
      "皆さんありがとう|みなさんありがとう|皆様ありがとう|みんなありがとう|お二人ともありがとう",
    ),
    ahead: words("よろしくお願いします|宜しくお願いします|前もってありがとう"),
    solved: words(
      "解決しました|解決した|解決です|自己解決|見つかりました|見つけました|わかりました、もう|もう大丈夫|大丈夫でした|忘れてください|気にしないで|やっぱりいい|やっぱり大丈夫|直りました|治りました|動きました|動くようになり|不要になりました|間違えました|誤爆",
    ),
    idle: words(
      "了解$|了解です$|了解しました$|りょうかい$|承知しました$|承知です$|はい$|いいえ$|ok$|okです$|わかりました$|分かりました$|なるほど$|いいですね$|そうですね$|どういたしまして$|お疲れ様でした$|おやすみなさい$|おやすみ$|また明日$|おめでとうございます$|問題ありません$|完了です$|できました$|急ぎません$|おめでとう|お誕生日おめでとう|ようこそ",
    ),
    informs: words("ご参考まで|ご参考までに|参考まで|情報共有"),
    because: [words("なぜ|どうして|なんで"), words("なぜなら|だって")],
  },
  zh: {
    leads: words("你好|您好|大家好|早上好|早|嗨|那|那么|对了|顺便|请问一下|不好意思|抱歉"),
    asks: words(
      "请|麻烦|能不能|可不可以|可以帮|能帮|是不是|有没有|有人知道|谁知道怎么|谁能|谁可以|怎么办|怎么样才|如何|請|麻煩|請問|有人知道|誰能|幫忙",
    ),
    anyone: words(
      "有人|任何人|谁能|谁可以|谁有|谁知道|谁来|谁帮|哪位|誰能|誰可以|誰有|誰知道|誰來|誰幫",
    ),
    endings: words(
      "吗|嗎|怎么样|好不好|行不行|对不对|可以不|是什么|为什么|怎么办|在哪里|在哪|什么时候",
    ),
    rhetorical: words(
      "谁知道$|谁知道呢$|誰知道$|誰知道呢$|为什么不呢$|何乐而不为$|那又怎样$|谁在乎$|不是很棒吗$|还能怎么样$|难道|難道",
    ),
    thanks: words("谢谢|多谢|感谢|謝謝|多謝|感謝|谢了|谢啦"),
    toAll: words(
      "谢谢大家|谢谢各位|谢谢你们|谢谢两位|感谢大家|感谢各位|多谢大家|多谢各位|謝謝大家|謝謝各位|謝謝你們|感謝大家|感謝各位",
    ),
    ahead: words("先谢谢|提前谢谢|谢谢先|先謝謝"),
    solved: words(
      "没事了|没关系了|算了|不用了|解决了|已解决|已经解决|搞定了|找到了|好了，|修好了|可以了|现在可以了|不需要了|忽略|发错了|沒事了|不用了|解決了|找到了|虚惊一场",
    ),
    idle: words(
      "好$|好的$|好吧$|嗯$|嗯嗯$|是$|是的$|对$|不$|不是$|行$|可以$|没问题$|沒問題$|收到$|明白$|明白了$|知道了$|了解$|懂了$|不客气$|不客氣$|不用谢$|哈哈$|哈哈哈$|晚安$|再见$|明天见$|周末愉快$|恭喜恭喜$|完成$|完成了$|不急$|赞$|厉害$|没事$|恭喜|祝贺|欢迎|生日快乐|祝你|歡迎",
    ),
    informs: words("供参考|仅供参考|僅供參考|供參考"),
    because: [words("为什么|為什麼"), words("因为|因為")],
  },
  ko: {
    leads: words(
      "안녕하세요|안녕|저기|그리고|그런데|근데|아|네|그럼|참고로|혹시|죄송하지만|실례지만",
    ),
    asks: words("누가|누군가|어떻게 하면|부탁|제발|알려주|확인 부탁"),
    anyone: words("누가|누군가|누구|아무나|아시는 분|하실 분|가능하신 분|있으신 분"),
    endings: words(
      "까요|나요|을까|주세요|해줘|해주세요|부탁드립니다|부탁드려요|부탁해요|인지요|는지요|은가요|는가요|신가요|인가요|한가요|던가요|습니까|실래요|을래요|래요",
    ),
    rhetorical: words(
      "누가 알겠어|누가 알아$|왜 안 되겠어$|그래서 뭐$|대단하지 않나요$|멋지지 않나요$",
    ),
    thanks: words("감사합니다|감사해요|고맙습니다|고마워|고마워요|감사|땡큐"),
    toAll: words("모두 감사|여러분 감사|다들 감사|두 분 감사|모두 고맙|다들 고마"),
    ahead: words("미리 감사|미리 고맙"),
    solved: words(
      "괜찮아요|괜찮습니다|해결했|해결됐|해결되었|찾았|됐어요|됐습니다|이제 돼요|이제 됩니다|잊어|신경 쓰지|무시해|필요 없어|잘못 보냈",
    ),
    idle: words(
      "네$|예$|넵$|넹$|아니요$|아니오$|응$|ㅇㅇ$|ㅇㅋ$|오케이$|알겠습니다$|알겠어요$|알았어$|좋아요$|좋습니다$|좋네요$|완료$|완료했습니다$|천만에요$|별말씀을요$|문제없어요$|수고하셨습니다$|수고하세요$|안녕히 주무세요$|내일 봐요$|축하합니다$|축하해요$|맞아요$|맞습니다$|그렇군요$|ㅋㅋ$|ㅋㅋㅋ$|ㅎㅎ$|축하|환영|생일 축하",
    ),
    informs: words("참고하세요|참고 바랍니다"),
    because: [words("왜"), words("왜냐하면|왜냐면")],
  },
  ar: {
    leads: words("مرحبا|السلام عليكم|أهلا|صباح الخير|مساء الخير|و|لكن|إذن|سؤال|عذرا|بالمناسبة"),
    asks: words(
      "هل|ممكن|من فضلك|لو سمحت|رجاء|أرجو|هل يمكنك|أحد يعرف|من يعرف كيف|كيف يمكن|أخبرني|ما رأيك",
    ),
    anyone: words("أحد|أحدكم|أي شخص|شخص ما|من يستطيع|من يمكنه|من يعرف|من لديه|من عنده"),
    endings: none,
    rhetorical: words("من يدري$|من يعلم$|لم لا$|لما لا$|ومن يهتم$"),
    thanks: words("شكرا|شكراً|شكرًا|جزاك الله|مشكور|ألف شكر"),
    toAll: words("شكرا للجميع|شكراً للجميع|شكرًا للجميع|شكرا لكم|شكراً لكم|شكرا لكما"),
    ahead: words("شكرا مقدما|شكراً مقدماً"),
    solved: words(
      "لا عليك|لا يهم|انس الأمر|وجدته|وجدتها|تم الحل|حلت المشكلة|انحلت|يعمل الآن|لم أعد بحاجة|تجاهل",
    ),
    idle: words(
      "نعم$|لا$|حسنا$|حسناً$|تمام$|ممتاز$|عفوا$|عفواً$|لا مشكلة$|فهمت$|تم$|أكيد$|بالتأكيد$|تصبح على خير$|إلى اللقاء$|مع السلامة$|لا شكرا$|مبروك|ألف مبروك|أهلا وسهلا|كل عام وأنت",
    ),
    informs: words("للعلم|للمعلومية"),
    because: [words("لماذا|ليش"), words("لأن|لأنه|لأنها")],
  },
};
