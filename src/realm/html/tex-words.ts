/** The commands that formulas may have, without their backslash. A formula with any other is drawn as a fault. */

function words(table: string): ReadonlySet<string> {
  return new Set(table.trim().split(/\s+/));
}

/** With letters behind them that are no formula. */
export const textCommands: ReadonlySet<string> = words(`
fbox hbox text textbf textcircled textit textmd textnormal textrm textsf texttt textup
`);

/** With one formula behind them. */
export const oneArgument: ReadonlySet<string> = words(`
acute angl bar Bbb bcancel bm bold boldsymbol boxed Bra bra Braket braket breve c cancel check clap ddot dot
frak grave H hat hphantom hspace Ket ket llap mathbb mathbf mathbin mathcal mathclap mathclose mathfrak
mathinner mathit mathllap mathnormal mathop mathopen mathord mathpunct mathrel mathring mathrlap mathrm mathscr
mathsf mathtt mod operatorname operatornamewithlimits overbrace overgroup overleftarrow overleftharpoon
overleftrightarrow overline overlinesegment Overrightarrow overrightarrow overrightharpoon phantom phase pmb
pmod pod r rlap Set set smash sout sqrt substack tilde u underbar underbrace undergroup underleftarrow
underleftrightarrow underline underlinesegment underrightarrow utilde v vcenter vec vphantom widecheck widehat
widetilde xcancel xhookleftarrow xhookrightarrow xLeftarrow xleftarrow xleftequilibrium xleftharpoondown
xleftharpoonup xLeftrightarrow xleftrightarrow xleftrightharpoons xlongequal xmapsto xRightarrow xrightarrow
xrightequilibrium xrightharpoondown xrightharpoonup xrightleftarrows xrightleftharpoons xtofrom
xtwoheadleftarrow xtwoheadrightarrow
`);

/** With two. */
export const twoArguments: ReadonlySet<string> = words(`
binom cfrac dbinom dfrac frac overset raisebox rule stackrel tbinom tfrac underset
`);

/** With a delimiter. */
export const sizedDelimiters: ReadonlySet<string> = words(`
Big big Bigg bigg Biggl biggl Biggm biggm Biggr biggr Bigl bigl Bigm bigm Bigr bigr
`);

/** What may be begun and ended. */
export const environments: ReadonlySet<string> = words(`
aligned alignedat array Bmatrix bmatrix Bmatrix* bmatrix* cases darray dcases drcases gathered matrix matrix*
pmatrix pmatrix* rcases smallmatrix split subarray Vmatrix vmatrix Vmatrix* vmatrix*
`);

/** Only in formulas that stand alone. */
export const displayEnvironments: ReadonlySet<string> = words(`
align align* alignat alignat* CD equation equation* gather gather*
`);

/** With nothing behind them, or with what is a formula by itself. */
export const plainCommands: ReadonlySet<string> = words(`
AA aa alef alefsym aleph allowbreak Alpha alpha amalg And angle angln approx approxcolon approxcoloncolon
approxeq arccos arcctg arcsin arctan arctg arg argmax argmin ast asymp atop backepsilon backprime backsim
backsimeq backslash barwedge Bbbk because Beta beta beth between bf bigcap bigcirc bigcup bigodot bigoplus
bigotimes bigsqcup bigstar bigtriangledown bigtriangleup biguplus bigvee bigwedge blacklozenge blacksquare
blacktriangle blacktriangledown blacktriangleleft blacktriangleright blue blueA blueB blueC blueD blueE bmod bot
bowtie Box boxdot boxminus boxplus boxtimes brace brack bull bullet Bumpeq bumpeq cal Cap cap cdot cdotp cdots
centerdot ch checkmark Chi chi circ circeq circlearrowleft circlearrowright circledast circledcirc circleddash
circledR circledS clubs clubsuit cnums colon Colonapprox colonapprox coloncolon coloncolonapprox
coloncolonequals coloncolonminus coloncolonsim Coloneq coloneq Coloneqq coloneqq colonequals colonminus Colonsim
colonsim complement Complex cong coprod copyright cos cosec cosh cot cotg coth cr csc ctg cth Cup cup
curlyeqprec curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright dag Dagger dagger daleth Darr dArr
darr dashleftarrow dashrightarrow dashv dblcolon ddag ddagger ddots deg degree Delta delta det diagdown diagup
Diamond diamond diamonds diamondsuit digamma dim displaystyle div divideontimes Doteq doteq doteqdot dotplus
dots dotsb dotsc dotsi dotsm dotso dotsx doublebarwedge doublecap doublecup Downarrow downarrow downdownarrows
downharpoonleft downharpoonright ell empty emptyset enskip enspace Epsilon epsilon eqcirc Eqcolon eqcolon
Eqqcolon eqqcolon eqsim eqslantgtr eqslantless equalscolon equalscoloncolon equiv Eta eta eth exist exists exp
fallingdotseq Finv flat footnotesize forall frown Game Gamma gamma gcd ge geq geqq geqslant gets gg ggg gggtr
gimel gnapprox gneq gneqq gnsim goldA goldB goldC goldD goldE gray grayA grayB grayC grayD grayE grayF grayG
grayH grayI green greenA greenB greenC greenD greenE gt gtrapprox gtrdot gtreqless gtreqqless gtrless gtrsim
gvertneqq Harr hArr harr hbar hearts heartsuit hom hookleftarrow hookrightarrow hskip hslash Huge huge iff iiint
iint Im image imageof imath impliedby implies in inf infin infty injlim int intercal intop Iota iota isin it
jmath Join kaBlue kaGreen Kappa kappa KaTeX ker kern Lambda lambda land lang langle LARGE Large large Larr lArr
larr LaTeX lBrace lbrace lbrack lceil ldotp ldots le leadsto Leftarrow leftarrow leftarrowtail leftharpoondown
leftharpoonup leftleftarrows Leftrightarrow leftrightarrow leftrightarrows leftrightharpoons leftrightsquigarrow
leftthreetimes leq leqq leqslant lessapprox lessdot lesseqgtr lesseqqgtr lessgtr lesssim lfloor lg lgroup lhd
lim liminf limits limsup ll llbracket llcorner Lleftarrow lll llless lmoustache ln lnapprox lneq lneqq lnot
lnsim log Longleftarrow longleftarrow Longleftrightarrow longleftrightarrow longmapsto Longrightarrow
longrightarrow looparrowleft looparrowright lor lozenge lparen lq Lrarr lrArr lrarr lrcorner Lsh lt ltimes lVert
lvert lvertneqq maltese mapsto maroonA maroonB maroonC maroonD maroonE mathellipsis mathsterling mathstrut max
measuredangle medspace mho mid min mintA mintB mintC minuscolon minuscoloncolon minuso mkern models mp mskip Mu
mu multimap N nabla natnums natural ncong ne nearrow neg negmedspace negthickspace negthinspace neq newline
nexists ngeq ngeqq ngeqslant ngtr ni nLeftarrow nleftarrow nLeftrightarrow nleftrightarrow nleq nleqq nleqslant
nless nmid nobreak nobreakspace nolimits nonumber normalsize not notag notin notni nparallel nprec npreceq
nRightarrow nrightarrow nshortmid nshortparallel nsim nsubseteq nsubseteqq nsucc nsucceq nsupseteq nsupseteqq
ntriangleleft ntrianglelefteq ntriangleright ntrianglerighteq Nu nu nVDash nVdash nvDash nvdash nwarrow odot
oiiint oiint oint Omega omega Omicron omicron ominus oplus orange ordinarycolon origof oslash otimes owns P
parallel partial perp Phi phi Pi pi pink pitchfork plim plusmn pm pounds Pr prec precapprox preccurlyeq preceq
precnapprox precneqq precnsim precsim prime prod projlim propto Psi psi purple purpleA purpleB purpleC purpleD
purpleE qquad quad R rang rangle Rarr rArr rarr ratio rBrace rbrace rbrack rceil Re real Reals reals red redA
redB redC redD redE relax restriction rfloor rgroup rhd Rho rho Rightarrow rightarrow rightarrowtail
rightharpoondown rightharpoonup rightleftarrows rightleftharpoons rightrightarrows rightsquigarrow
rightthreetimes risingdotseq rm rmoustache rparen rq rrbracket Rrightarrow Rsh rtimes rVert rvert S
scriptscriptstyle scriptsize scriptstyle sdot searrow sec sect setminus sf sh sharp shortmid shortparallel Sigma
sigma sim simcolon simcoloncolon simeq sin sinh small smallfrown smallint smallsetminus smallsmile smile space
spades spadesuit sphericalangle sqcap sqcup sqsubset sqsubseteq sqsupset sqsupseteq square star sub sube Subset
subset subseteq subseteqq subsetneq subsetneqq succ succapprox succcurlyeq succeq succnapprox succneqq succnsim
succsim sum sup supe Supset supset supseteq supseteqq supsetneq supsetneqq surd swarrow tan tanh Tau tau tealA
tealB tealC tealD tealE TeX textcopyright textregistered textstyle tg th therefore Theta theta thetasym
thickapprox thicksim thickspace thinspace times tiny to top triangle triangledown triangleleft trianglelefteq
triangleq triangleright trianglerighteq tt twoheadleftarrow twoheadrightarrow Uarr uArr uarr ulcorner unlhd
unrhd Uparrow uparrow Updownarrow updownarrow upharpoonleft upharpoonright uplus Upsilon upsilon upuparrows
urcorner varDelta varepsilon varGamma varinjlim varkappa varLambda varliminf varlimsup varnothing varOmega
varPhi varphi varPi varpi varprojlim varpropto varPsi varrho varSigma varsigma varsubsetneq varsubsetneqq
varsupsetneq varsupsetneqq varTheta vartheta vartriangle vartriangleleft vartriangleright varUpsilon varvdots
varXi vcentcolon Vdash vDash vdash vdots vee veebar Vert vert Vvdash wedge weierp wp wr Xi xi yen Z Zeta zeta
`);
