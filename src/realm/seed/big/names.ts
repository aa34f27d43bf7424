/** Unique names for twenty thousand people, in several scripts. */

const words = (list: string) => list.trim().split(/\s+/);

const given = words(`
  Ada Aino Alma Amara André Aoife Asa Beatriz Björn Bruno Camila Chidi Chloé Clara Dag Dana Diego Edda Eero Elif
  Emeka Emil Esther Fatima Felix Frida Gus Hana Hugo Ida Imani Inés Iris Ivo Jana João Jonas Joy Kaan Karin Kofi
  Lena Léo Liv Luca Lucía Malik Marta Mateo Maya Mina Moa Nadia Nico Nils Olu Omar Oskar Paz Pia Rana Rasa Rosa
  Ruth Sana Saša Selma Simon Søren Tara Théo Tove Uma Vera Vigdís Wanda Yara Yusuf Zoé Žan`);
const family = words(`
  Adeyemi Almeida Andersson Arslan Aydın Bakker Bauer Becker Bergström Bianchi Carvalho Castillo Černý Chukwu
  Costa Cruz Dahl Diallo Dubois Dumitru Eriksen Fernández Fischer Fontaine Fraser García Georgiou Gruber Haddad
  Hansen Horvat Ibrahim Iversen Jansen Jović Kaya Keller Kovács Kowalczyk Larsen Lindholm López Łukasik Mbeki
  McAllister Medina Meyer Mensah Moreau Müller Murphy Nagy Ndiaye Nielsen Novák Nowak O'Brien Okoro Oliveira
  Ortiz Özdemir Papadakis Pereira Petrov Popescu Quinn Ramírez Rossi Sahin Santos Schmidt Šimić Silva Sørensen
  Souza Šťastný Takács Tamm Traoré Vainio Vargas Vidal Weiss Wójcik Yilmaz Žukas`);
const japanese = {
  family: words(
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 清水 森",
  ),
  given: words(
    "陽菜 葵 結衣 美咲 さくら 凛 花 翔太 蓮 大輝 悠真 陸 健 翼 直樹 誠 明日香 千尋 恵 学",
  ),
};
const chinese = {
  family: words("王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗"),
  given: words(
    "伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 桂英 欣怡 浩然 子涵 梓萱",
  ),
};
const korean = {
  family: words("김 이 박 최 정 강 조 윤 장 임"),
  given: words("서준 민준 도윤 예준 시우 서연 서윤 지우 서현 하은 지민 수아 유진 현우 지훈"),
};
const cyrillic = {
  family: words("Коваленко Шевченко Мельник Бондар Ткач Олійник Савченко Романюк Лисенко Гончар"),
  given: words("Олена Іван Марія Тарас Софія Андрій Катерина Петро Юлія Богдан"),
};
const hindi = {
  family: words("शर्मा वर्मा गुप्ता सिंह मेहता जोशी नायर राव पटेल दास"),
  given: words("आरव अनन्या विवान दीया ईशान काव्या रोहन मीरा अर्जुन तारा"),
};

/** The `index`-th name; different for every index below 20,000 and beyond. */
export function fullName(index: number): string {
  // Of every twenty people, one has a name in each of the other scripts.
  const [row, seat] = [Math.floor(index / 20), index % 20];
  if (seat === 3 && row < 400) return joined(japanese, row, " ");
  if (seat === 7 && row < 500) return joined(chinese, row, "");
  if (seat === 11 && row < 150) return joined(korean, row, " ");
  if (seat === 13 && row < 100) return joined(cyrillic, row, " ");
  if (seat === 17 && row < 100) return joined(hindi, row, " ");
  return western(index);
}

type Names = { readonly family: readonly string[]; readonly given: readonly string[] };

function joined({ family, given }: Names, row: number, between: string): string {
  const [first, last] = [given[row % given.length], family[Math.floor(row / given.length)]];
  // In the order of the language: family name first, except in Ukrainian and Hindi.
  const isGivenFirst = given === cyrillic.given || given === hindi.given;
  return isGivenFirst ? `${first}${between}${last}` : `${last}${between}${first}`;
}

/** Every pair once, then every pair again with a middle initial. */
function western(index: number): string {
  const round = Math.floor(index / (given.length * family.length));
  const initial = round === 0 ? "" : `${String.fromCharCode(64 + round)}. `;
  // Family names advance faster than given names, so that neighbours do not share one.
  const first = given[index % given.length];
  const last = family[(Math.floor(index / given.length) + index * 7) % family.length];
  return `${first} ${initial}${last}`;
}
