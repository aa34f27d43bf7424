/** Names that look alike: in letters of other scripts, other cases or accents, or with signs for letters. */

/** What is drawn like a Latin letter. Capital letters are made small before. */
const drawnLike: Readonly<Record<string, string>> = {
  а: "a",
  ɑ: "a",
  α: "a",
  в: "b",
  с: "c",
  ԁ: "d",
  е: "e",
  ε: "e",
  һ: "h",
  н: "h",
  і: "i",
  ı: "i",
  ι: "i",
  ј: "j",
  к: "k",
  κ: "k",
  м: "m",
  п: "n",
  η: "n",
  о: "o",
  ο: "o",
  σ: "o",
  р: "p",
  ρ: "p",
  г: "r",
  ѕ: "s",
  т: "t",
  τ: "t",
  υ: "u",
  ν: "v",
  ѵ: "v",
  ԝ: "w",
  ω: "w",
  х: "x",
  χ: "x",
  у: "y",
  γ: "y",
  "0": "o",
  "1": "l",
  i: "l",
  "|": "l",
};

/** Equal for names that a person may take for each other. */
export function drawn(name: string): string {
  const letters = [...name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")];
  return letters
    .map((letter) => {
      const latin = drawnLike[letter] ?? letter;
      return drawnLike[latin] ?? latin;
    })
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
