import { inLanguages } from '../language.ts'

export interface NotifyWords {
  title: string
  about: string
  states: Record<'missing' | 'refused' | 'off' | 'on', string>
  turnOn: string
  turnOff: string
  first: string
  needsYou(count: number): string
  answered(chat: string): string
}

export const notifyWords = inLanguages<NotifyWords>({
  en: {
    title: 'Notifications',
    about:
      'While this page is open in the background, the browser can tell you when something needs you or an answer is there. What was said is not shown.',
    states: {
      missing: 'This browser has none for this page.',
      refused: 'The browser refuses them for this page; its settings for this site change that.',
      off: 'Off',
      on: 'On, in this browser',
    },
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    first: 'From now on you are told here.',
    needsYou: (count) => (count === 1 ? 'Something needs you.' : `${count} things need you.`),
    answered: (chat) => (chat ? `There is an answer in "${chat}".` : 'There is an answer.'),
  },
  de: {
    title: 'Benachrichtigungen',
    about:
      'Solange diese Seite im Hintergrund offen ist, kann der Browser melden, wenn etwas auf dich wartet oder eine Antwort da ist. Was gesagt wurde, wird nicht gezeigt.',
    states: {
      missing: 'Dieser Browser hat für diese Seite keine.',
      refused: 'Der Browser lässt sie für diese Seite nicht zu; das ändern seine Einstellungen für diese Website.',
      off: 'Aus',
      on: 'An, in diesem Browser',
    },
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    first: 'Ab jetzt wirst du hier benachrichtigt.',
    needsYou: (count) => (count === 1 ? 'Etwas wartet auf dich.' : `${count} Dinge warten auf dich.`),
    answered: (chat) => (chat ? `In „${chat}“ ist eine Antwort da.` : 'Eine Antwort ist da.'),
  },
})
