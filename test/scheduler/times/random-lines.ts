/** Cron lines that are right, of stars, numbers, ranges, steps and lists: often enough due to be found soon. */
export function randomLine(random: () => number): string {
  const field = (min: number, max: number, stars: number) =>
    random() < stars ? '*' : Array.from({ length: 1 + upTo(random, 3) }, () => token(random, min, max)).join(',')
  return [field(0, 59, 0.1), field(0, 23, 0.3), field(1, 28, 0.6), field(1, 12, 0.8), field(0, 7, 0.6)].join(' ')
}

function token(random: () => number, min: number, max: number): string {
  const from = min + upTo(random, max - min + 1)
  const to = from + upTo(random, max - from + 1)
  const step = 1 + upTo(random, max - min + 1)
  return pick(random, [`${from}`, `${from}`, `${from}-${to}`, `${from}-${to}/${step}`, `*/${step}`])
}

/** Lines of every kind that somebody could write: right, nearly right, and nothing of the sort. */
export function hostileLine(random: () => number): string {
  const words = () => Array.from({ length: 4 + upTo(random, 3) }, () => hostileField(random))
  return pick<() => string>(random, [
    () => randomLine(random),
    () => spoiled(random, randomLine(random)),
    () => spoiled(random, spoiled(random, randomLine(random))),
    () => words().join(pick(random, [' ', '  ', '\t', '\n', ' \u00a0'])),
    () => Array.from({ length: 5 }, () => hostileField(random)).join(' '),
    () =>
      `0 0 ${29 + upTo(random, 4)} ${pick(random, ['2', 'feb', '2,4', '4,6', 'L', '*'])} ${pick(random, ['*', '1', '*/7', '5#5'])}`,
    () => `@${pick(random, ['daily', 'Weekly', 'reboot', 'every_second', '', 'daily daily', '__proto__', 'yearly\0'])}`,
    () =>
      pick(random, ['', ' ', '*', '* * * * *', 'constructor', '🕐 🕑 * * *', 'in -5 minutes', '0 7 * * 1-5; rm -rf /']),
    () => `${Array.from({ length: upTo(random, 400) }, (_, i) => i % 60).join(',')} * * * *`,
    () => Array.from({ length: upTo(random, 60) }, () => String.fromCharCode(upTo(random, 0x1_0000))).join(''),
    () => pick(random, ['*', ' ', '1-', '*/', '9', 'l', '1,']).repeat(upTo(random, 300)),
  ])()
}

const hostileFields = [
  '*',
  '?',
  'L',
  'LW',
  'L-0',
  'L-3',
  'L-30',
  'L-99',
  '0W',
  '15W',
  '1-5W',
  '*/0',
  '*/1',
  '*/59',
  '*/60',
  '*/61',
  '*/-1',
  '*/*',
  '**',
  '1*',
  '*1',
  '5-1',
  '59-0',
  '0-999999999',
  '999999999999-0',
  '0-1e9',
  '1-2-3',
  '1//2',
  '1/2/3',
  '-',
  ',',
  '1,',
  ',1',
  '1,,2',
  '00',
  '007',
  '0x10',
  '1.5',
  '+1',
  '1e1',
  'NaN',
  'Infinity',
  'jan',
  'JANUARY',
  'jan-dec',
  'dec-jan',
  'janfeb',
  'jan1',
  'mon',
  'sun-sat',
  'sat-sun',
  'mon#2',
  'mon#6',
  '7#5',
  '8#1',
  '5L',
  '9L',
  'monL',
  '#',
  '2#',
  'H',
  '@',
  '٣',
  '１',
  '*\u200b',
  '\u202e1',
  '\ud800',
  'é',
  '__proto__',
  '${1}',
  '%s',
  '1;2',
  '(a+)+$',
  'aaaaaaaaaaaaaaaaaaaaaaaa!',
]

function hostileField(random: () => number): string {
  return random() < 0.4 ? '*' : pick(random, hostileFields)
}

function spoiled(random: () => number, line: string): string {
  const at = upTo(random, line.length)
  const sign = pick(random, [
    '',
    '-',
    '/',
    ',',
    '*',
    '9',
    '0',
    ' ',
    'L',
    'W',
    '#',
    '?',
    '\0',
    'é',
    'mon',
    '99999999',
    '\u2028',
  ])
  return line.slice(0, at) + sign + line.slice(at + upTo(random, 2))
}

function upTo(random: () => number, end: number): number {
  return Math.floor(random() * end)
}

export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[upTo(random, choices.length)] as T
}
