import { withoutControls } from '../../../lib/markdown.ts'
import { stopWords } from '../../../lib/text/language/stop-words.ts'
import { truncate } from '../../../lib/text/text.ts'
import type { MailFacts } from '../mail-facts.ts'
import { toDisplayName } from './header-text.ts'
import { renderQuote } from './mail-html.ts'

/** In characters. They have the complete text in their own mail. */
const MAX_QUOTE_CHARS = 10_000

/** The quoted mail below our answer. */
export interface ReplyQuote {
  text: string
  html: string
}

export function renderReplyQuote({ quoted, quotedAt, quotedZone, toName, to }: MailFacts): ReplyQuote | undefined {
  const text = truncate(withoutControls((quoted ?? '').toWellFormed()).trim(), MAX_QUOTE_CHARS)
  if (text === '') return undefined
  const name = toDisplayName(toName ?? '')
  const intro = introIn(languageOf(text), name ? `${name} <${to}>` : to, quotedAt && localTime(quotedAt, quotedZone))
  const lines = text.split('\n').map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`))
  return { text: [intro, '', ...lines].join('\n'), html: renderQuote(intro, text) }
}

interface LocalTime {
  /** Such as "Sat, 14 Mar 2026". */
  english: string
  year: string
  month: string
  day: string
  /** With "UTC" appended if their time zone is unknown. */
  time: string
}

/** Formatted by hand and not by Intl, because the same delivery must give the same bytes after every update. */
function localTime(at: Date, zone: number | undefined): LocalTime {
  const shifted = new Date(at.getTime() + (zone ?? 0) * 60_000)
  const [year = '', month = '', day = ''] = shifted.toISOString().slice(0, 10).split('-')
  const time = `${shifted.toISOString().slice(11, 16)}${zone === undefined ? ' UTC' : ''}`
  return { english: shifted.toUTCString().slice(0, 16), year, month, day, time }
}

type Intro = (who: string, at: LocalTime | undefined) => string

/** As mail programs write it in these languages, so that they and we recognize it. */
const intros = {
  en: (who, at) => `${at ? `On ${at.english} at ${at.time}, ` : ''}${who} wrote:`,
  de: (who, at) => (at ? `Am ${at.day}.${at.month}.${at.year} um ${at.time} schrieb ${who}:` : `${who} schrieb:`),
  fr: (who, at) => `${at ? `Le ${at.day}/${at.month}/${at.year} à ${at.time}, ` : ''}${who} a écrit :`,
  es: (who, at) => `${at ? `El ${at.day}/${at.month}/${at.year} a las ${at.time}, ` : ''}${who} escribió:`,
  it: (who, at) => `${at ? `Il ${at.day}/${at.month}/${at.year} alle ${at.time}, ` : ''}${who} ha scritto:`,
  pt: (who, at) => `${at ? `Em ${at.day}/${at.month}/${at.year} às ${at.time}, ` : ''}${who} escreveu:`,
  nl: (who, at) => (at ? `Op ${at.day}-${at.month}-${at.year} om ${at.time} schreef ${who}:` : `${who} schreef:`),
  zh: (who, at) => `${at ? `${at.year}-${at.month}-${at.day} ${at.time}，` : ''}${who} 写道：`,
} satisfies Record<string, Intro>

type IntroLanguage = keyof typeof intros

function introIn(language: IntroLanguage, who: string, at: LocalTime | undefined): string {
  const intro: Intro = intros[language]
  return intro(who, at)
}

const SAMPLE_CHARS = 2000

/** Detected by small words, which every sentence has; English if undecided. */
function languageOf(text: string): IntroLanguage {
  const sample = text.slice(0, SAMPLE_CHARS).toLowerCase()
  if ((sample.match(/\p{Script=Han}/gu)?.length ?? 0) > sample.length / 4 && !/\p{Script=Hiragana}/u.test(sample))
    return 'zh'
  const words = sample.match(/\p{L}+/gu) ?? []
  const candidates = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const
  const counts = candidates.map((language) => {
    const smallWords = new Set<string>(stopWords[language].split(/\s+/))
    return { language, count: words.filter((word) => smallWords.has(word)).length }
  })
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most))
  return best.count > 0 ? best.language : 'en'
}
