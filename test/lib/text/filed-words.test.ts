import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWordReader, WORDS_VERSION } from '../../../src/lib/text/words.ts'

// What lines are filed by must not change unnoticed: a line is taken out of the index by the words it was put in by, and
// what was filed under other words is found no more. Whoever changes it raises WORDS_VERSION, and these with it.
const filed = { version: '5', digest: '7b546cf344787e82a3f150c230a3b9a4b3894fcd9885390ff376d46546940061' }

const scripts = [
  'abcdefghijklmnopqrstuvwxyzeaoinst',
  'ABCdefghiklmnoprstuwäöüßéèêçàñóíúåøæőűğışăâșțėųšž',
  'абвгдежзийклмнопрстуфхцчшщыьэюяіїєґјљњћђџъ',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'अआइईउऊकखगघचछजझटठडढतथदधनपफबभमयरलवशषसहािीुूेैोौ्ं',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ',
  'அஆஇஈஉஊஎஏஐகஙசஞடணதநபமயரலவழளறனாிீுூெேைொோௌ்',
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年',
  'あいうえおかきくけこさしすせそアイウエオカキクケコ',
  '가나다라마바사아자차카타파하',
  'กขคงจชซญดตถทนบปผพฟมยรลวสหอะาิีุู',
  '0123456789',
]
const small =
  'the and you der die das ist nicht und le la les des est que el los una para het een og ikke det och jag ja on ei um uma di che è și nu az és nem ve bir yang dan ir yra не что он як він не че да је и είναι και في من և है के நான்'
const ends = [
  ...'ung ungen heit keit schaft lich eaux euse aient oir dad iendo aron ieron zione zioni heid tje s es ing ed ational'.split(
    ' ',
  ),
  ...'tion ies ers ement ность ение ами иями ите ων ους ात'.split(' '),
]

/** Always the same lines: some in one script, some with several, small words of languages, numbers, units and marks. */
function* lines(count: number): Generator<string> {
  let state = 11
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const of = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const letters = scripts.map((script) => Array.from(script))
  const smallWords = small.split(' ')
  const word = (script: number) => {
    const stem = Array.from({ length: 1 + random(12) }, () => of(letters[script] ?? [])).join('')
    return random(3) === 0 ? stem + of(ends) : stem
  }
  const piece = (script: number) => {
    const kind = random(20)
    if (kind < 4) return of(smallWords)
    if (kind === 4)
      return of(['5 km', '1,200', '1.200', '1 200 kg', "it's", 'don’t', 'L’été', '12:30', 'e\u0301te\u0301'])
    if (kind === 5) return word(random(letters.length))
    return kind === 6 ? word(script).toUpperCase() : word(script)
  }
  for (let n = 0; n < count; n++) {
    const script = random(3) === 0 ? random(letters.length) : random(2)
    yield Array.from({ length: 1 + random(14) }, () => piece(script)).join(of([' ', ' ', ' ', ', ', '-', '']))
  }
}

test('lines in many scripts are filed by the words they were filed by in this version', () => {
  const read = createWordReader()
  const forgetful = createWordReader(50)
  const digest = createHash('sha256')
  for (const line of lines(4000)) {
    const words = read(line)
    expect(forgetful(line)).toEqual(words)
    digest.update(`${JSON.stringify(words)}\n`)
  }
  expect({ version: WORDS_VERSION, digest: digest.digest('hex') }).toEqual(filed)
})
