import type { Origin } from '../../domain/message.ts'
import { lazy } from '../../lib/lazy.ts'

/** Whether a text refers to background output, which is otherwise not part of the conversation. */
export function refersTo(origin: Exclude<Origin, 'chat'>, text: string): boolean {
  return references[origin]().test(text)
}

/**
 * What people call such output in English, German, French, Spanish and Chinese. Everyday words with other meanings ("my
 * job", "good morning") are left out, because they would bring up results that nobody asked about.
 */
const references = {
  scheduled: wordPattern(
    [
      String.raw`schedul\w*|remind\w*|cron(?:job)?s?|(?:the|that|this|your|last|nightly|daily|weekly) (?:\p{L}+ )?(?:job|report|result|task)s?`,
      String.raw`erinner\p{L}*|geplant\p{L}*|zeitplan\p{L}*|(?:der|die|das|dein|deine|letzte\p{L}*|nächtliche\p{L}*|tägliche\p{L}*) (?:\p{L}+ )?(?:bericht|ergebnis|aufgabe|auftrag|job)\p{L}*`,
      String.raw`rappel\p{L}*|planifi\p{L}*|programmée?s?|(?:le|la|les|ton|ta|dernière?|cette?) (?:\p{L}+ )?(?:tâche|rapport|résultat)s?`,
      String.raw`recordatorios?|recu[eé]rda\p{L}*|recordaste|programad[oa]s?|(?:el|la|los|las|tu|último|última) (?:\p{L}+ )?(?:tarea|informe|resultado)s?`,
    ],
    '提醒|定时|计划任务|日程|任务结果|报告',
  ),
  briefing: wordPattern(
    [
      String.raw`briefings?|digests?|headlines|the news|(?:morning|evening|daily|weekly|today's|yesterday's) (?:report|summary|news|update|overview)`,
      String.raw`(?:morgen|tages|abend|wochen|lage)(?:briefing|bericht|überblick|übersicht)\p{L}*|presseschau|(?:die|den|deine[nr]?) (?:nachrichten|überblick|übersicht)`,
      String.raw`bulletin|revue de presse|(?:point|résumé|rapport) (?:du matin|du jour|du soir|quotidien|de la semaine)|les nouvelles`,
      String.raw`bolet[ií]n(?:es)?|titulares|(?:resumen|informe|parte) (?:de la mañana|del día|de hoy|de ayer|matutino|diario|semanal)|las noticias`,
    ],
    '简报|早报|晚报|晨报|日报|周报|摘要|新闻',
  ),
  heartbeat: wordPattern(
    [
      String.raw`heartbeats?|check-?ins?|alerts?|alerted|warnings?|you(?:'ve|’ve| have)? noticed`,
      String.raw`herzschlag|warnung\p{L}*|warntest|gewarnt|alarm\p{L}*|(?:dein|deine|der|die) (?:hinweis|meldung)\p{L}*|gemeldet`,
      String.raw`alertes?|alerté|avertissements?|averti|signalée?`,
      String.raw`alertas?|alertaste|avisos?|avisaste|advertencias?|advertiste`,
    ],
    '心跳|警报|警告|告警|预警|你注意到',
  ),
}

/** The kinds of output that the text refers to. A request for a new reminder does not refer to an old one. */
export function referredKinds(text: string): (keyof typeof references)[] {
  const kinds = Object.keys(references) as (keyof typeof references)[]
  return kinds.filter((kind) => refersTo(kind, text) && !(kind === 'scheduled' && newRequestPattern().test(text)))
}

const newRequestPattern = wordPattern(
  [
    String.raw`remind (?:me|us|him|her|them)|(?:re)?schedule (?:a|an|it|this|that|me|my|the)`,
    String.raw`erinner\p{L}* (?:mich|uns|ihn|sie)`,
    String.raw`rappell?e[rz]?(?:[ -]\p{L}+)?|planifie[rz]?|programme[rz]?`,
    String.raw`recu[eé]rd[ae]\p{L}*|programa[r]?`,
  ],
  '提醒(?:我|他|她|我们)',
)

/** Matches whole words. Words of languages without spaces match anywhere. */
function wordPattern(words: string[], unspacedWords: string): () => RegExp {
  return lazy(
    () => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])|${unspacedWords}`, 'iu'),
  )
}
