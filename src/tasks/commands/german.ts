import type { CommandName } from './command.ts'

/** What each command does, for the menu of whoever uses Telegram in German. */
export const german: Record<CommandName, string> = {
  help: 'was du hier schreiben kannst',
  new: 'ein neues Gespräch beginnen; nichts wird vergessen',
  continue: 'das frühere Gespräch fortsetzen, wie lange es auch her ist',
  stop: 'die laufende Antwort anhalten; mit „all“ auch fallen lassen, was wartet',
  retry: 'noch einmal versuchen, was nicht ging, oder die letzte Nachricht beantworten',
  yes: 'erlauben, wonach ich gefragt habe, einmal',
  no: 'es nicht erlauben',
  always: 'es erlauben, jetzt und künftig',
  allowed: 'was ich ohne Frage darf, und wie du es zurücknimmst',
  context: 'was das Modell zuletzt sah, in Zahlen; „clear“ verbirgt alles Bisherige vor ihm',
  why: 'warum das Modell für die letzte Antwort das sah, was es sah',
  search: 'finden, was gesagt wurde',
  status: 'wie es mir geht',
  whoami: 'für wen ich dich halte',
  usage: 'was das Modell gefragt wurde und was es kostete',
  config: 'zeigen oder setzen, was sich im Betrieb ändern lässt',
  compact: 'das hier Gesagte jetzt zusammenfassen',
  pair: 'einen Code machen, der jemanden einlässt',
  start: 'Hallo sagen',
}
