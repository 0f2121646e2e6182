/** How a language asks for a time, and how it names one. */
interface TimeTalk {
  asks: RegExp
  names: RegExp
}

/** Whether a line names a day, a date or a time of the year. */
export type NamesTime = (line: string) => boolean

/**
 * Where a question asks for a time ("when", "what day", "how long ago"), what tells the lines that name one: in the
 * languages it may be asked in, and in English. Not in all of them, for every candidate is looked at.
 */
export function timeAsked(text: string): NamesTime | undefined {
  const asked = talks.filter(({ asks }) => asks.test(text))
  if (asked.length === 0) return undefined
  const named = [...new Set([english, ...asked])].map(({ names }) => names)
  return (line) => named.some((names) => names.test(line))
}

/** Whole words, also where they begin or end with an accent, which `\b` takes for no letter. */
function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')
}

const english: TimeTalk = {
  asks: /\b(when|what (time|date|day|month|year)|which (date|day|month|year)|how long ago)\b/i,
  names:
    /\b(yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|year|sunday|monday|tuesday|wednesday|thursday|friday|saturday|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b/i,
}

const german: TimeTalk = {
  asks: words(
    `wann|(?:welche[mnrs]?|was für eine?[mnr]?) (?:wochentag|tag|datum|woche|monat|jahr|uhrzeit|jahreszeit)|wie (?:lange|viele? (?:tage|wochen|monate|jahre)) (?:ist|war|liegt)[^.?!]* (?:her|zurück)|wie lange her|(?:um )?wie ?viel uhr`,
  ),
  names: words(
    `(?:vor)?gestern|heute|(?:über)?morgen|(?:letzt|vorig|vergangen|nächst|kommend)e[mnrs]?|wochen?|wochenendes?|monate?[ns]?|jahr(?:e[ns]?|s)?|(?:sonn|mon|diens|donners|frei|sams)tags?|mittwochs?|sonnabends?|januar|februar|märz|april|mai|juni|juli|oktober|dezember|vor (?:\\p{L}+|\\d+) tagen|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2}|\\d{4})?`,
  ),
}

const french: TimeTalk = {
  asks: words(
    `quand|quel(?:le)?s? (?:jours?|dates?|semaines?|mois|années?|heures?)|(?:il y a|depuis|ça fait) combien de (?:temps|jours|semaines|mois|années)|combien de temps (?:ça|cela) fait`,
  ),
  // "Hier" is German for here, so that something beside it has to be French.
  names: words(
    `avant-hier|hier (?:soir|matin|midi|après|nuit)|(?:nous|il|elle|on|ai|avons|ont|est|était|sommes) [^.?!]*hier|hier[,.]? (?:j|nous|il|elle|on|c)|aujourd['’]hui|demain|semaines?|(?:le|ce|du|un|au|deux|trois|\\d+) mois|années?|derni(?:er|ère)|prochaine?|il y a (?:\\p{L}+|\\d+) (?:jours?|ans?)|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|(?:en|début|fin|mi|\\d{1,2}|1er)[ -]mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre`,
  ),
}

const spanish: TimeTalk = {
  asks: words(
    `cu[aá]ndo|(?:qué|que|cuál|cual)(?: es| fue)?(?: el| la)? (?:día|dia|fecha|semana|mes|año|hora)|hace cu[aá]ntos?|cu[aá]nto (?:tiempo )?hace`,
  ),
  names: words(
    `anteayer|ayer|anoche|hoy|mañana|semanas?|mes(?:es)?|años?|(?:pasad|próxim)[oa]s?|hace (?:\\p{L}+|\\d+) días?|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`,
  ),
}

const number = '[\\d一二两兩三四五六七八九十]'
const chinese: TimeTalk = {
  asks: /什么时[候间]|什麼時[候間]|何[时時日]|[几幾][时時月号號点點]|哪(?:一)?(?:天|日|年|周|週|[个個](?:月|星期))|多久(?:以前|之前|前)|多少[天年](?:以前|之前|前)/,
  names: new RegExp(
    `[昨今明前后後][天日晚]|[去今明前][年]|(?:上|下|这|這|本)[个個]?(?:周|週|星期|礼拜|禮拜|月)|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]|周末|週末|${number}(?:年|月|日|号|號)|${number}(?:天|周|週|[个個](?:月|星期))(?:以前|之前|前|后|後)`,
  ),
}

const talks = [english, german, french, spanish, chinese]
