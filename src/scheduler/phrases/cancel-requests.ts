/**
 * Whether somebody wants to cancel something instead of planning it: "stop reminding me every day at 9", "cancel my
 * reminder tomorrow". Words after "remind me" are only the text of a reminder: "remind me tomorrow to cancel the gym".
 */
export function asksToCancel(folded: string): boolean {
  const match = CANCELS.exec(folded)
  if (!match) return false
  return !ASKS_FIRST.test(folded.slice(0, match.index))
}

/** Whether the words without the time only say "stop" or "cancel it". */
export function isOnlyCancelling(what: string): boolean {
  return BARE.test(what)
}

// At most a few words between the verb and its object, so that the patterns stay linear.
const FEW = "(?:[a-z'-]{1,20},? ){0,4}?"
const REMINDER =
  '(?:reminders?|alarms?|notifications?|pings?|erinnerung(?:en)?|wecker|termin-?erinnerung|benachrichtigung(?:en)?|rappels?|alarmes?|recordatorios?|avisos?|alarmas?)'
const CANCEL =
  '(?:cancel[a-z]{0,3}|delete|remove|drop|clear|end|stop|kill|unset|disable|undo|skip|forget|turn off|switch off|get rid of|losch[a-z]{0,3}|streich[a-z]{0,3}|storni[a-z]{0,4}|entfern[a-z]{0,3}|beend[a-z]{0,4}|stopp[a-z]{0,3}|lass|annul[a-z]{0,3}|supprim[a-z]{0,3}|enlev[a-z]{0,3}|arret[a-z]{0,3}|efface[a-z]{0,2}|retir[a-z]{0,3}|desactiv[a-z]{0,3}|borra[a-z]{0,2}|elimin[a-z]{0,3}|quita[a-z]{0,2}|anul[a-z]{0,3}|suprim[a-z]{0,3}|detenga?)'
const NO_MORE =
  '(?:no(?: more| further)?|not any(?: more)?|without|kein[en]{0,2}(?: weitere[nr]?)?|plus de|aucun|pas de|no mas|ningun|sin mas|no quiero(?: mas)?(?: el| los)?)'

const CANCELS = new RegExp(
  [
    `(?<![a-z])(?:${[
      `(?:${CANCEL} ${FEW}|${NO_MORE} )${REMINDER}`,
      `(?:stop|quit|cease) ${FEW}(?:remind|notify|alert|ping|nudg|wak|send|tell|messag)[a-z]{1,6} me`,
      `(?:don'?t|do not|never|no longer|not) (?:ever |again |please |need to )?(?:remind|notify|alert|ping|nudge|wake) me`,
      `(?:don'?t|do not) (?:want|need) ${FEW}(?:${REMINDER}|to be reminded)|remind me no (?:more|longer)`,
      `erinner[en]? (?:sie )?mich ${FEW}(?:nicht|nie|niemals|nimmer)|(?:hor|horen|hort) (?:sie |bitte |damit ){0,3}auf(?![a-z])`,
      `(?:will|mochte|brauche) ${FEW}(?:nicht|keine) ${FEW}(?:erinner|erinnert|${REMINDER})`,
      `${REMINDER} [^.!?]{0,60}(?<![a-z])(?:absag[a-z]{0,3}|ab|weg|loschen|streichen|stornieren|entfernen|beenden|stoppen|abstellen|ausschalten|abbestellen|canceln)(?=[.!? ]{0,5}$)`,
      `(?:arrete[sz]?|arreter|cesse[sz]?) de ${FEW}(?:rappel|preven|avert|envoy)`,
      `ne (?:me |m')${FEW}(?:rappel|previen|averti|envoi)[a-z]{0,5} (?:plus|pas|jamais|rien)`,
      `(?:deja|dejes|dejen|para|pare) de ${FEW}(?:record|recuerd|avis|envi|mand)`,
      `(?:no|nunca|ya no) (?:me |vuelvas a |quiero que me |hace falta que me )(?:recuerd|record|avis|acuerd)`,
    ].join('|')})`,
    '(?:不要|不用|不必|不再|别|別|勿|停止|甭)(?:再)?[^忘，。,.]{0,12}(?:提醒|通知|叫我)',
    '(?:取消|删除|刪除|删掉|刪掉|停掉|关掉|關掉|撤销|撤銷|停止|移除)[^，。,.]{0,20}(?:提醒|闹钟|鬧鐘|通知)',
    '提醒[^，。,.]{0,6}(?:取消|删掉|刪掉|删了|不要了)',
  ].join('|'),
  'u',
)

/** The text of a reminder follows one of these. */
const ASKS_FIRST =
  /(?<![a-z])(?:remind me|reminder to|erinner[en]? mich|rappelle[sz]?[ -]moi|rappelez[ -]moi|recuerdame|avisame)(?![a-z])|提醒我/u

const BARE =
  /^(?:please |bitte )?(?:stop|cancel|delete|remove|stopp|losche[n]?|absagen|annule[rz]?|supprime[rz]?|cancela[r]?|borra[r]?|取消|停止|删除)(?: (?:it|that|this|them|all|everything|das|es|alles|ca|tout|eso|todo))?$/u

/** Whether a sentence asks for a reminder, and not for a task to be done. */
export function asksToRemind(words: string): boolean {
  return REMINDS.test(words)
}

const REMINDS =
  /\bremind|\bdon'?t let me forget|\berinner|\brappel(?:le|er|ez)|\brecu[eé]rd|\bav[ií]sa|\bacu[eé]rda|提醒|别忘|別忘|记得|記得/iu
