import { localized } from './localized.ts'

/** What people read when a message gets no answer, a late one, or an answer from another model. */
export const answerMessages = localized({
  en: {
    failed: (why: string, retry: string) => `I could not answer. ${why} Write ${retry} to try again.`,
    cutOff: (why: string, retry: string) => `I could not finish this answer. ${why} Write ${retry} to start over.`,
    expired: (hours: number, retry: string) =>
      `Your message waited for more than ${hours} hours, so I gave up on it. Write ${retry} if you still want an answer.`,
    quarantined: (retry: string) =>
      `I crashed several times while working on this message, so I have stopped trying. Write ${retry} to try once more.`,
    interrupted: (retry: string) =>
      `I was interrupted after I had started to make changes, so I did not start again on my own. Check what was done, then write ${retry} to run it again.`,
    /** The same, where the cause is known. */
    brokenOff: (why: string, retry: string) =>
      `I could not finish this. ${why} I had already started to make changes, so I did not start again on my own. Check what was done, then write ${retry} to run it again.`,
    interruptedAgain: (retry: string) =>
      `Nobody restarted the interrupted message, so I gave up on it. Write ${retry} if you still want it.`,
    tooManyWaiting: (messages: number) =>
      `You already have ${messages} messages waiting. Please write again when some of them are answered.`,
    tooManyPerHour: (messages: number) =>
      `You sent more than ${messages} messages in an hour. Please try again a little later.`,
    waitsInSafeMode: (at: string) =>
      `I have your message. I crashed several times in a row, so I am pausing for a while. I will answer at about ${at}.`,
    modelRetriedAt: (why: string, at: string) => `${why} I will try the model again at ${at}.`,
    modelUnavailable: (why: string, { model, at, prefix }: { model: string; at: string; prefix: string }) =>
      `The model (${model}) is not available. ${why} I will try again at ${at}, or as soon as somebody writes ${prefix}retry. Until then I answer every message with this note.`,
    modelReplaced: (
      why: string,
      { model, at, prefix, standIn }: { model: string; at: string; prefix: string; standIn: string },
    ) =>
      `The model (${model}) is not available. ${why} I will try again at ${at}, or as soon as somebody writes ${prefix}retry. Until then, ${standIn} answers instead.`,
    standsIn: (model: string, usual: string) =>
      `${usual} is not available right now, so ${model} is answering instead. The conversation continues, and I will tell you when ${usual} is back.`,
    answersAgain: (model: string) => `${model} is back and answers here again.`,
    stopped: 'Stopped.',
    stoppedWithQuestion: 'Stopped. What I asked about was not done.',
    waiting: (messages: number, prefix: string) =>
      messages === 1
        ? `One more message is waiting and comes next; ${prefix}stop all cancels it, too.`
        : `${messages} more messages are waiting and come next; ${prefix}stop all cancels them, too.`,
    nothingToStop: 'There is nothing to stop.',
    messageDeleted: 'The message was deleted.',
    retryButton: 'Retry',
    noSuchTask: (task: number) => `There is no task ${task} that you can retry.`,
    notYourButton: 'This button is not for you.',
    alreadyRetried: 'This was already retried.',
    stillWorking: 'I am still working on it.',
    stillAnswering: 'Wait for the answer in progress, or stop it first.',
    otherVersion: 'This is part of another version of the chat. Open that version first.',
    emptied: (task: number, why: string) => `There is nothing left in task ${task}. ${why}`,
    joined: (task: number) => `Its message was added to task ${task}, which was already running.`,
    retried: 'Retried.',
  },
  de: {
    failed: (why, retry) => `Ich konnte nicht antworten. ${why} Schreib ${retry}, um es noch einmal zu versuchen.`,
    cutOff: (why, retry) =>
      `Ich konnte diese Antwort nicht zu Ende schreiben. ${why} Schreib ${retry}, um von vorn zu beginnen.`,
    expired: (hours, retry) =>
      `Deine Nachricht hat mehr als ${hours} Stunden gewartet, deshalb bearbeite ich sie nicht mehr. Schreib ${retry}, wenn du noch eine Antwort möchtest.`,
    quarantined: (retry) =>
      `Ich bin bei dieser Nachricht mehrmals abgestürzt und versuche es nicht weiter. Schreib ${retry} für einen neuen Versuch.`,
    interrupted: (retry) =>
      `Ich wurde unterbrochen, nachdem ich schon etwas verändert hatte, und habe deshalb nicht von selbst neu begonnen. Prüfe, was schon passiert ist, und schreib dann ${retry}, um es noch einmal auszuführen.`,
    brokenOff: (why, retry) =>
      `Ich konnte das nicht abschließen. ${why} Ich hatte schon etwas verändert und habe deshalb nicht von selbst neu begonnen. Prüfe, was schon passiert ist, und schreib dann ${retry}, um es noch einmal auszuführen.`,
    interruptedAgain: (retry) =>
      `Niemand hat die unterbrochene Nachricht neu gestartet, deshalb bearbeite ich sie nicht mehr. Schreib ${retry}, wenn du noch eine Antwort möchtest.`,
    tooManyWaiting: (messages) =>
      `Es warten schon ${messages} Nachrichten von dir. Schreib bitte wieder, wenn einige davon beantwortet sind.`,
    tooManyPerHour: (messages) =>
      `Du hast mehr als ${messages} Nachrichten in einer Stunde geschickt. Versuch es bitte etwas später noch einmal.`,
    waitsInSafeMode: (at) =>
      `Ich habe deine Nachricht. Ich bin mehrmals hintereinander abgestürzt und mache deshalb eine Pause. Ich antworte gegen ${at} Uhr.`,
    modelRetriedAt: (why, at) => `${why} Ich versuche es um ${at} Uhr wieder mit dem Modell.`,
    modelUnavailable: (why, { model, at, prefix }) =>
      `Das Modell (${model}) ist nicht verfügbar. ${why} Ich versuche es um ${at} Uhr wieder, oder sobald jemand ${prefix}retry schreibt. Bis dahin antworte ich auf jede Nachricht mit diesem Hinweis.`,
    modelReplaced: (why, { model, at, prefix, standIn }) =>
      `Das Modell (${model}) ist nicht verfügbar. ${why} Ich versuche es um ${at} Uhr wieder, oder sobald jemand ${prefix}retry schreibt. Bis dahin antwortet ${standIn}.`,
    standsIn: (model, usual) =>
      `${usual} ist gerade nicht verfügbar, deshalb antwortet ${model}. Die Unterhaltung geht weiter, und ich sage Bescheid, wenn ${usual} wieder da ist.`,
    answersAgain: (model) => `${model} ist wieder da und antwortet hier.`,
    stopped: 'Gestoppt.',
    stoppedWithQuestion: 'Gestoppt. Was ich erfragt hatte, wurde nicht ausgeführt.',
    waiting: (messages, prefix) =>
      messages === 1
        ? `Eine weitere Nachricht wartet und kommt als Nächstes; ${prefix}stop all bricht auch sie ab.`
        : `${messages} weitere Nachrichten warten und kommen als Nächstes; ${prefix}stop all bricht auch sie ab.`,
    nothingToStop: 'Es gibt nichts zu stoppen.',
    messageDeleted: 'Die Nachricht wurde gelöscht.',
    retryButton: 'Erneut versuchen',
    noSuchTask: (task) => `Es gibt keine Aufgabe ${task}, die du wiederholen kannst.`,
    notYourButton: 'Dieser Button ist nicht für dich.',
    alreadyRetried: 'Das wurde schon wiederholt.',
    stillWorking: 'Ich arbeite noch daran.',
    stillAnswering: 'Warte auf die laufende Antwort oder stoppe sie zuerst.',
    otherVersion: 'Das gehört zu einer anderen Fassung des Chats. Öffne zuerst diese Fassung.',
    emptied: (task, why) => `In Aufgabe ${task} ist nichts mehr übrig. ${why}`,
    joined: (task) => `Die Nachricht kam zu Aufgabe ${task} hinzu, die schon lief.`,
    retried: 'Wiederholt.',
  },
})
