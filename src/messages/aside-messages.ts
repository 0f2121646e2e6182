import { listWords, localized } from './localized.ts'

/** What people read about work beside their chat, and about the list of tasks. */
export const asideMessages = localized({
  en: {
    begun: (task: number, prefix: string) =>
      `I am working on this beside the chat, as task ${task}. The result will be a reply to your message. \`${prefix}stop ${task}\` stops it; a reply to this message tells me more about it.`,
    stopButton: 'Stop',
    tooMany: (most: number) =>
      `You already have ${most} tasks beside your chats that are not finished. Wait for one of them, or stop one.`,
    usage: (prefix: string) =>
      `Write what I should do beside the chat, as in \`${prefix}aside compare these three offers\`.`,
    stopped: (task: number) => `Task ${task} is stopped.`,
    hasEnded: (task: number) => `Task ${task} has already ended.`,
    stillRunning: (tasks: number[], prefix: string) =>
      `I go on working beside the chat (task ${listWords(tasks, 'and')}); \`${prefix}stop ${tasks[0]}\` ends that.`,
    noTasks: 'Nothing of yours is waiting or in progress.',
    line: (task: number, state: string, title: string) => `Task ${task}, ${state}: ${title}`,
    states: {
      queued: 'waiting',
      leased: 'in progress',
      running: 'in progress',
      waiting: 'waiting for an answer',
      retry: 'will be retried',
      interrupted: 'interrupted',
    },
    beside: (state: string) => `beside the chat, ${state}`,
  },
  de: {
    begun: (task: number, prefix: string) =>
      `Ich erledige das neben dem Chat, als Aufgabe ${task}. Das Ergebnis kommt als Antwort auf deine Nachricht. \`${prefix}stop ${task}\` stoppt sie; mit einer Antwort auf diese Nachricht kannst du etwas ergänzen.`,
    stopButton: 'Stoppen',
    tooMany: (most: number) =>
      `Du hast schon ${most} Aufgaben neben deinen Chats, die nicht fertig sind. Warte auf eine davon oder stoppe eine.`,
    usage: (prefix: string) =>
      `Schreib, was ich neben dem Chat tun soll, etwa \`${prefix}aside vergleiche diese drei Angebote\`.`,
    stopped: (task: number) => `Aufgabe ${task} ist gestoppt.`,
    hasEnded: (task: number) => `Aufgabe ${task} ist schon beendet.`,
    stillRunning: (tasks: number[], prefix: string) =>
      `Neben dem Chat arbeite ich weiter (Aufgabe ${listWords(tasks, 'und')}); \`${prefix}stop ${tasks[0]}\` beendet das.`,
    noTasks: 'Von dir wartet nichts, und nichts ist in Arbeit.',
    line: (task: number, state: string, title: string) => `Aufgabe ${task}, ${state}: ${title}`,
    states: {
      queued: 'wartet',
      leased: 'in Arbeit',
      running: 'in Arbeit',
      waiting: 'wartet auf eine Antwort',
      retry: 'wird erneut versucht',
      interrupted: 'unterbrochen',
    },
    beside: (state: string) => `neben dem Chat, ${state}`,
  },
})
