/**
 * Passwords that everybody tries first. Our own compact list, built from the patterns behind the published ones: key runs,
 * repeats, years, names of things and people, each with the usual endings. Compared in lower case.
 */
const words = `
password passw0rd p@ssword p@ssw0rd pass123 passwort contraseña motdepasse senha mima letmein welcome welkom admin
administrator root login master user guest test testing default changeme secret access abc123 abcd1234 abc123456 a123456
aa123456 iloveyou loveyou lovely sunshine princess dragon monkey football baseball basketball soccer hockey superman batman
spiderman pokemon starwars naruto michael jordan michelle jessica ashley jennifer daniel thomas charlie andrew robert joshua
matthew hunter ranger buster tigger shadow pepper ginger cookie summer winter spring autumn flower freedom whatever trustno1
computer internet google samsung apple iphone android windows killer hannah maggie bailey harley mustang ferrari porsche
mercedes yamaha corvette cheese banana orange purple yellow silver golden diamond chelsea liverpool arsenal barcelona
realmadrid juventus manchester london paris berlin madrid bitcoin ethereum crypto blockchain trader trading invest money
dollar tether wallet hello hello123 qwerty qwertz azerty qwe123 qweasd qweasdzxc qazwsx qazwsxedc 1q2w3e 1q2w3e4r 1q2w3e4r5t
1qaz2wsx q1w2e3 q1w2e3r4 zaq12wsx zxcvbn zxcvbnm asdfgh asdfghjkl asdf1234 qwer1234 woaini woaini1314 woaini520 5201314
1314520 7758521 147258 159357 147852 258456 159753 741852963 147258369 789456 987654 987654321 0987654321 tessera mosaic
nothing fuckyou asshole biteme matrix phoenix eagle falcon tiger lion wolf panther angel angels jesus heaven church blessed
family mother father brother sister friend friends forever babygirl sweetheart`;
const keyRows = ['1234567890', '0123456789', '0987654321', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnop'];
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '!', '@123', '007', '69', '88', '888', '2024', '2025', '2026'];

function* build(): Generator<string> {
  for (const word of words.split(/\s+/).filter((text) => text !== '')) for (const ending of endings) yield word + ending;
  for (const row of keyRows) {
    for (let length = 4; length <= row.length; length += 1) {
      for (let from = 0; from + length <= row.length; from += 1) {
        const run = row.slice(from, from + length);
        yield run;
        yield run + run;
        for (const ending of endings) yield run + ending;
      }
    }
  }
  for (const sign of '0123456789abcdefghijklmnopqrstuvwxyz')
    for (let length = 6; length <= 16; length += 1) yield sign.repeat(length);
  for (let a = 0; a <= 9; a += 1) {
    for (let b = 0; b <= 9; b += 1) for (const times of [3, 4, 5]) yield `${a}${b}`.repeat(times);
    for (let b = 0; b <= 99; b += 1) yield `${a}${String(b).padStart(2, '0')}`.repeat(2);
  }
  for (let year = 1940; year <= 2030; year += 1)
    for (const form of [`${year}${year}`, `01${year}01`, `${year}01`, `0101${year}`, `${year}0101`]) yield form;
}

export const commonPasswords: ReadonlySet<string> = new Set(build());
