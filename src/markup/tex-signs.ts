/** The commands of TeX that have a sign of their own, and the signs of alphabets and of small letters. */

/** `alpha α` and so on. */
function table(text: string, prefix = "\\"): Readonly<Record<string, string>> {
  const words = text.trim().split(/\s+/);
  return Object.fromEntries(
    words.flatMap((word, at) => (at % 2 === 0 ? [[prefix + word, words[at + 1] ?? ""]] : [])),
  );
}

/** Between blanks. */
export const relations: Readonly<Record<string, string>> = {
  ...table("= = < < > > : :", ""),
  ...table(
    `le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ ll ≪ gg ≫ lt < gt > equiv ≡ sim ∼ simeq ≃ cong ≅
    approx ≈ propto ∝ asymp ≍ doteq ≐ prec ≺ succ ≻ preceq ⪯ succeq ⪰ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃
    subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ mid | parallel ∥ perp ⊥ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨
    to → rightarrow → longrightarrow ⟶ gets ← leftarrow ← longleftarrow ⟵ leftrightarrow ↔ Rightarrow ⇒
    Longrightarrow ⟹ implies ⟹ Leftarrow ⇐ impliedby ⟸ Leftrightarrow ⇔ iff ⟺ mapsto ↦ longmapsto ⟼
    hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightleftharpoons ⇌ twoheadrightarrow ↠ rightsquigarrow ⇝
    uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
    colon : coloneqq ≔ triangleq ≜ trianglelefteq ⊴ lhd ⊲ bmod mod`,
  ),
};

/** Between blanks where there is something before them; else signs of what follows. */
export const operators: Readonly<Record<string, string>> = {
  ...table("+ + - − * ∗", ""),
  ...table(
    `pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ cap ∩ cup ∪
    sqcap ⊓ sqcup ⊔ uplus ⊎ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ wr ≀ amalg ⨿ ltimes ⋉ rtimes ⋊ dagger †`,
  ),
};

export const signs: Readonly<Record<string, string>> = {
  ...table("' ′ ~ \u00a0", ""),
  ...table(
    `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ
    nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠
    aleph ℵ beth ℶ hbar ℏ ell ℓ wp ℘ Re ℜ Im ℑ imath ı jmath ȷ prime ′ degree ° square □ Box □ blacksquare ■ qed ∎
    diamond ⋄ triangle △ therefore ∴ because ∵ sharp ♯ flat ♭ natural ♮ dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱
    langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ lbrace { rbrace }
    lbrack [ rbrack ] { { } } | ‖ # # $ $ _ _ & & backslash \\ checkmark ✓ S § pounds £`,
  ),
  "\\%": "%",
  ",": ", ",
  ...Object.fromEntries(
    ["\\,", "\\:", "\\;", "\\ ", "\\quad", "\\qquad", "~"].map((blank) => [blank, " "]),
  ),
  ...Object.fromEntries(
    ["!", "limits", "nolimits", "displaystyle", "textstyle", "nonumber"].map((none) => [
      `\\${none}`,
      "",
    ]),
  ),
};

/** Signs of what follows, with limits. */
export const large: Readonly<Record<string, string>> = table(
  `sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcap ⋂ bigcup ⋃ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂`,
);

/** Names of functions are no products of letters. */
export const names: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf arg deg " +
    "det dim gcd hom ker Pr"
  )
    .split(" ")
    .map((name) => [`\\${name}`, name]),
);

/** Combining marks. */
export const accents: Readonly<Record<string, string>> = {
  ...table(
    "hat \u0302 widehat \u0302 bar \u0304 overline \u0305 tilde \u0303 widetilde \u0303",
    "",
  ),
  ...table(
    "vec \u20d7 dot \u0307 ddot \u0308 underline \u0332 check \u030c acute \u0301 grave \u0300",
    "",
  ),
};

function pairs(from: string, to: string): Readonly<Record<string, string>> {
  const signs = [...to];
  return Object.fromEntries([...from].map((letter, at) => [letter, signs[at] ?? letter]));
}

export const scripts = {
  "^": {
    ...pairs("0123456789+−=()′∗°⊤", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾′*°ᵀ"),
    ...pairs("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"),
    ...pairs("ABDEGHIJKLMNOPRTUVWβγδθϕφχ∘", "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵠᵡ°"),
  },
  _: {
    ...pairs("0123456789+−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"),
    ...pairs("aehijklmnoprstuvxβγρϕφχ", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ"),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const latin = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** From the letter that has the code for `A`; some letters have signs elsewhere. */
function alphabet(start: number, elsewhere: string): ReadonlyMap<string, string> {
  const others = pairs(
    elsewhere.replace(/[^\x20-\x7e]/gu, ""),
    elsewhere.replace(/[\x20-\x7e]/g, ""),
  );
  return new Map(
    latin.map((letter, at) => [letter, others[letter] ?? String.fromCodePoint(start + at)]),
  );
}

const script = alphabet(0x1d49c, "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ");
const fraktur = alphabet(0x1d504, "CℭHℌIℑRℜZℨ");
const bold = alphabet(0x1d400, "");
const double = alphabet(0x1d538, "CℂHℍNℕPℙQℚRℝZℤ");

/** An alphabet is undefined if its letters are upright, as all are here. */
export const alphabets: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  mathbb: double,
  Bbb: double,
  mathcal: script,
  mathscr: script,
  mathfrak: fraktur,
  mathbf: bold,
  boldsymbol: bold,
  bm: bold,
  mathrm: new Map(),
  mathit: new Map(),
  mathsf: new Map(),
  mathtt: new Map(),
  mathop: new Map(),
};
