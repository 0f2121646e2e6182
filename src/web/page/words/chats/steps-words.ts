import { inLanguages } from '../../../../messages/languages.ts'

export type StepsWords = (typeof stepsWords)['en']

/** How a step is told afterwards, of one and of several, by what its line begins with. */
export const stepsWords = inLanguages({
  en: {
    kinds: {
      running: { one: () => 'ran one command', many: (count: number) => `ran ${count} commands` },
      writing: { one: (what: string) => `wrote ${what}`, many: (count: number) => `wrote ${count} files` },
      changing: { one: (what: string) => `changed ${what}`, many: (count: number) => `changed ${count} files` },
      reading: { one: (what: string) => `read ${what}`, many: (count: number) => `read ${count} files` },
      looking: { one: (what: string) => `looked ${what}`, many: (count: number) => `looked ${count} times` },
      searching: { one: (what: string) => `searched ${what}`, many: (count: number) => `searched ${count} times` },
      fetching: { one: (what: string) => `fetched ${what}`, many: (count: number) => `fetched ${count} pages` },
      attaching: { one: (what: string) => `attached ${what}`, many: (count: number) => `attached ${count} files` },
      scheduling: { one: (what: string) => `scheduled ${what}`, many: (count: number) => `scheduled ${count} things` },
      using: { one: (what: string) => `used ${what}`, many: (count: number) => `used ${count} tools` },
    } as StepKinds,
    others: (count: number) => `${count} other steps`,
    failed: (count: number) => `${count} failed`,
  },
  de: {
    kinds: {
      running: { one: () => 'einen Befehl ausgeführt', many: (count) => `${count} Befehle ausgeführt` },
      writing: { one: (what) => `${what} geschrieben`, many: (count) => `${count} Dateien geschrieben` },
      changing: { one: (what) => `${what} geändert`, many: (count) => `${count} Dateien geändert` },
      reading: { one: (what) => `${what} gelesen`, many: (count) => `${count} Dateien gelesen` },
      looking: { one: (what) => `nachgesehen: ${what}`, many: (count) => `${count}-mal nachgesehen` },
      searching: { one: (what) => `gesucht: ${what}`, many: (count) => `${count}-mal gesucht` },
      fetching: { one: (what) => `${what} geholt`, many: (count) => `${count} Seiten geholt` },
      attaching: { one: (what) => `${what} angehängt`, many: (count) => `${count} Dateien angehängt` },
      scheduling: { one: (what) => `geplant: ${what}`, many: (count) => `${count} Dinge geplant` },
      using: { one: (what) => `${what} benutzt`, many: (count) => `${count} Werkzeuge benutzt` },
    },
    others: (count) => `${count} andere Schritte`,
    failed: (count) => `${count} fehlgeschlagen`,
  },
})

type StepKinds = Record<string, { one: (what: string) => string; many: (count: number) => string }>
