import type { ComponentChild } from 'preact'
import { inLanguages } from '../../../messages/languages.ts'

export const doorWords = inLanguages({
  en: {
    tryingAgain: (problem: string) => `${problem} Trying again.`,
    run: (command: ComponentChild) => [
      'In a terminal on this machine, run ',
      command,
      ' and open the address it prints.',
    ],
  },
  de: {
    tryingAgain: (problem) => `${problem} Es wird weiter versucht.`,
    run: (command) => [
      'Gib auf diesem Rechner in einem Terminal ',
      command,
      ' ein und öffne die Adresse, die dann erscheint.',
    ],
  },
})
