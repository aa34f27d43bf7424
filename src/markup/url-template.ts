/** Expands the URLs of link patterns: URI templates (RFC 6570). */

type Operator = {
  /** The prefix of the first value, and the separator. */
  readonly first: string;
  readonly between: string;
  /** Whether values are preceded by their names, and what follows the name of an empty value. */
  readonly isNamed: boolean;
  readonly ifEmpty: string;
  /** Whether reserved characters in values are kept unencoded. */
  readonly allowsReserved: boolean;
};

const simple: Operator = {
  first: "",
  between: ",",
  isNamed: false,
  ifEmpty: "",
  allowsReserved: false,
};

const operators: Readonly<Record<string, Operator>> = {
  "+": { ...simple, allowsReserved: true },
  "#": { ...simple, first: "#", allowsReserved: true },
  ".": { ...simple, first: ".", between: "." },
  "/": { ...simple, first: "/", between: "/" },
  ";": { ...simple, first: ";", between: ";", isNamed: true },
  "?": { ...simple, first: "?", between: "&", isNamed: true, ifEmpty: "=" },
  "&": { ...simple, first: "&", between: "&", isNamed: true, ifEmpty: "=" },
};

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable = /^([\w.%]+?)(?:\*|:(\d{1,4}))?$/;

/** The URL for these values; missing values expand to nothing. */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(expression, (_, sign: string, names: string) => {
    const operator = operators[sign] ?? simple;
    const parts = names.split(",").flatMap((name) => partOf(name, operator, values));
    return parts.length === 0 ? "" : operator.first + parts.join(operator.between);
  });
}

function partOf(
  written: string,
  { isNamed, ifEmpty, allowsReserved }: Operator,
  values: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const [, name = "", length] = variable.exec(written.trim()) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return [];
  const cut = length === undefined ? value : [...value].slice(0, Number(length)).join("");
  const encoded = allowsReserved ? encodedButReserved(cut) : encodedWhole(cut);
  if (!isNamed) return [encoded];
  return [name + (encoded === "" ? ifEmpty : `=${encoded}`)];
}

function encodedWhole(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, percentEncoded);
}

/** Keeps existing percent-encoding. */
function encodedButReserved(value: string): string {
  return encodeURI(value.toWellFormed())
    .replace(/%25(?=[\da-fA-F]{2})/g, "%")
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
