import { lazy } from '../lib/lazy.ts'
import { stopWords } from '../lib/text/language/stop-words.ts'
import { truncate } from '../lib/text/text.ts'
import { wordsOf } from './sentence-weight.ts'

/** What was said, and the older state that it replaced. */
export interface Note {
  sentence: string
  /** The older state, if it says something that the sentence does not. */
  before?: string | undefined
}

/** With a word such as "now" or "instead", this share of the shorter sentence's words must be in the other one. */
const MIN_SHARED = 0.6
/** A word in more notes than this does not show what a note is about. */
const MAX_NOTES_OF_WORD = 20
const MAX_BEFORE_CHARS = 80
/** More sentences than this that differ only in numbers are a series, such as a log, and each of them is still true. */
const MAX_STATES = 3

/**
 * Only the newer of two notes on one matter stays, with the older state as its `before`. They are on one matter if they
 * differ only in numbers and dates ("the rent is 840 euros"), or if the newer one says that something changed and shares
 * most words with the older one. Expects the oldest first; `mayBeReplaced` is false for notes that say nothing worth keeping.
 */
export function replaceOlder<T extends Note>(notes: T[], mayBeReplaced: (note: T) => boolean): T[] {
  const read = notes.map((note) => {
    const words = matterOf(note.sentence)
    return { note, words, matter: [...words].toSorted().join(' ') }
  })
  const counts = new Map<string, number>()
  for (const { matter } of read) counts.set(matter, (counts.get(matter) ?? 0) + 1)
  const isSeries = (matter: string) => matter === '' || (counts.get(matter) ?? 0) > MAX_STATES
  const kept: (T | undefined)[] = []
  const byMatter = new Map<string, number>()
  const byWord = new Map<string, number[]>()
  for (const { note, words, matter } of read) {
    const older = isSeries(matter) ? undefined : (byMatter.get(matter) ?? findChanged(note, words))
    const replaced = older === undefined ? undefined : kept[older]
    if (older !== undefined) kept[older] = undefined
    const before = replaced && beforeOf(replaced, note)
    const index = kept.push(before === undefined ? note : { ...note, before }) - 1
    byMatter.set(matter, index)
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), index])
  }
  return kept.filter((note) => note !== undefined)

  /** The older note that shares most words with one that says that something changed. */
  function findChanged({ sentence }: T, words: Set<string>): number | undefined {
    if (sentence.search(changeWords) === -1) return undefined
    const shared = new Map<number, number>()
    for (const word of words) {
      const indexes = byWord.get(word) ?? []
      if (indexes.length > MAX_NOTES_OF_WORD) continue
      for (const index of indexes) shared.set(index, (shared.get(index) ?? 0) + 1)
    }
    const [best] = [...shared]
      .flatMap(([index, count]) => {
        const note = kept[index]
        if (!note || !mayBeReplaced(note)) return []
        return [{ index, share: count / Math.min(words.size, matterOf(note.sentence).size) }]
      })
      .toSorted((a, b) => b.share - a.share || b.index - a.index)
    return best && best.share >= MIN_SHARED ? best.index : undefined
  }
}

/** The older sentence, unless the newer one contains all of its words. */
function beforeOf({ sentence: older, before }: Note, { sentence: newer }: Note): string | undefined {
  const newWords = new Set(wordsOf(newer.toLowerCase()))
  const isContained = wordsOf(older.toLowerCase()).every((word) => newWords.has(word))
  return isContained ? before : truncate(older.replace(/[.。!！]$/, ''), MAX_BEFORE_CHARS)
}

/** The words that say what a sentence is about: without numbers, dates, stop words and words for a change. */
function matterOf(sentence: string): Set<string> {
  const words = wordsOf(sentence.replaceAll(changeWords, ' ').toLowerCase())
  return new Set(words.filter(isContentWord).map((word) => (/\d/.test(word) ? word : word.slice(0, STEM_CHARS))))
}

/** Long enough to tell words apart, and short enough for other endings of the same word. */
const STEM_CHARS = 6

function isContentWord(word: string): boolean {
  if (han.test(word)) return word.length > 1 && !hanValue.test(word)
  return word.length > 2 && !value.test(word) && !dateWords.has(word) && !smallWords().has(word)
}

const han = /\p{Script=Han}/u
const hanValue =
  /^(?:[〇零一二三四五六七八九十百千万两几]+[年月日号岁元块点]?|星期.?|周.|礼拜.?|上午|下午|早上|晚上|中午|今天|明天|昨天|每月)$/u
/** "840", "9:15", "8h40", "14th". */
const value = /^\d+(?:[.,:/-]\d+)*(?:h\d*|st|nd|rd|th|am|pm|uhr)?$/

const dateWords = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli
  oktober dezember uhr lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août
  septembre octobre novembre décembre lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril
  mayo junio julio agosto septiembre octubre noviembre diciembre today tomorrow heute morgen demain mañana`.split(
    /\s+/,
  ),
)

const smallWords = lazy(() => new Set(Object.values(stopWords).flatMap((words) => words.split(/\s+/))))

/** Words by which a sentence says that something is no longer as it was. */
const changeWords =
  /(?<![\p{L}])(?:now|instead(?: of)?|no longer|any ?more|(?:was |has |have )?moved|changed|change of plans?|rescheduled|postponed|cancell?ed|after all|correction|jetzt|nun|statt(?:dessen)?|nicht mehr|keine?n? mehr|verschoben|verlegt|geändert|umgezogen|abgesagt|inzwischen|maintenant|finalement|désormais|au lieu|à la place|reportée?|déplacée?|annulée?|ahora|ya no|en vez de|en lugar de|aplazad[oa]|cambiad[oa]|cancelad[oa]|al final|decided|agreed|entschieden|beschlossen|décidé|decidido)(?![\p{L}])|现在|改到|改成|改为|改在|不再|变成|换成|推迟到|提前到|取消|决定/giu
