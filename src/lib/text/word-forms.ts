import { lazy } from '../lazy.ts'
import { stem } from './stem.ts'

/**
 * Other forms of a word that its stem does not cover: "ran" for "run" or "running", "hauser" for "Haus". In lower case,
 * without accents, and without the word itself.
 */
export function otherForms(word: string): string[] {
  const folded = fold(word)
  const forms = new Set([...(irregularForms().get(stem(folded)) ?? []), ...germanForms(word, folded)])
  forms.delete(folded)
  return [...forms]
}

function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
}

const MIN_BASE_CHARS = 4
const germanEndings = ['', 'e', 'en', 'er', 'ern', 'es', 's', 'n', 'em']

/**
 * German endings differ from English ones. Only words that look German are treated this way: with a capital letter or
 * an umlaut. Without an umlaut no "er" is removed, or "Miller" would match every mill.
 */
function germanForms(word: string, folded: string): string[] {
  const hasUmlaut = /[äöüß]/i.test(word.normalize('NFC'))
  if (!/^\p{Lu}/u.test(word) && !hasUmlaut) return []
  if (!/^[a-z]+$/.test(folded) || folded.length < MIN_BASE_CHARS) return []
  const removable = hasUmlaut ? germanEndings : ['', 'e', 'en', 'es', 's', 'n']
  const bases = removable
    .filter((ending) => folded.endsWith(ending))
    .map((ending) => folded.slice(0, folded.length - ending.length))
  return bases
    .filter((base) => base.length >= MIN_BASE_CHARS)
    .flatMap((base) => germanEndings.map((ending) => base + ending))
}

/** Indexed by the stem of each form, so that "running" finds them too. */
const irregularForms = lazy(() => {
  const formsByStem = new Map<string, string[]>()
  for (const group of irregular.split('/')) {
    const forms = group.trim().split(/\s+/)
    for (const key of new Set(forms.map(stem))) formsByStem.set(key, [...(formsByStem.get(key) ?? []), ...forms])
  }
  return formsByStem
})

/** Separated by slashes. */
const irregular = `
  run ran / pay paid / buy bought / sell sold / go went gone / begin began begun / break broke broken /
  bring brought / build built / catch caught / choose chose chosen / come came / dig dug / draw drew drawn /
  drink drank drunk / drive drove driven / eat ate eaten / fall fell fallen / feed fed / feel felt / fight fought /
  find found / fly flew flown / forget forgot forgotten / freeze froze frozen / give gave given / grow grew grown /
  hang hung / hear heard / hide hid hidden / hold held / keep kept / know knew known / lay laid / lead led /
  leave left / lend lent / lie lay lain / lose lost / make made / mean meant / meet met / ride rode ridden /
  ring rang rung / rise rose risen / say said / see saw seen / send sent / shake shook shaken / shoot shot /
  show shown / sing sang sung / sink sank sunk / sit sat / sleep slept / speak spoke spoken / spend spent /
  stand stood / steal stole stolen / stick stuck / swim swam swum / take took taken / teach taught / tear tore torn /
  tell told / think thought / throw threw thrown / understand understood / wake woke woken / wear wore worn /
  win won / write wrote written / child children / person people / man men / woman women / foot feet / tooth teeth /
  mouse mice / wife wives / knife knives / life lives / leaf leaves / half halves / shelf shelves / thief thieves /
  gehen geht ging gegangen / laufen lauft lief gelaufen / rennen rannte gerannt / kaufen kauft kaufte gekauft /
  verkaufen verkauft verkaufte / zahlen zahlt zahlte gezahlt / bezahlen bezahlt bezahlte /
  fahren fahrt fuhr gefahren / fliegen fliegt flog geflogen / geben gibt gab gegeben / nehmen nimmt nahm genommen /
  kommen kommt kam gekommen / sehen sieht sah gesehen / sprechen spricht sprach gesprochen /
  schreiben schreibt schrieb geschrieben / lesen liest las gelesen / essen isst ass gegessen /
  trinken trinkt trank getrunken / finden findet fand gefunden / verlieren verliert verlor verloren /
  treffen trifft traf getroffen / helfen hilft half geholfen / bringen bringt brachte gebracht /
  denken denkt dachte gedacht / wissen weiss wusste gewusst / schlafen schlaft schlief geschlafen /
  schwimmen schwimmt schwamm geschwommen / vergessen vergisst vergass / versprechen verspricht versprach versprochen /
  empfehlen empfiehlt empfahl empfohlen / mieten mietet mietete gemietet / sagen sagt sagte gesagt /
  machen macht machte gemacht / bestellen bestellt bestellte / arbeiten arbeitet arbeitete gearbeitet
`
