import { localized } from './localized.ts'

/** What people read about answers that wait as a draft, came back or could not be delivered. */
export const deliveryMessages = localized({
  en: {
    drafted: (draft: { to: string; where: string; shown: string }, how: { send: string; change: string }) =>
      `The reply to ${draft.to} is saved in ${draft.where}. It has not been sent.\n\n${draft.shown}\n\nReply "yes" to this message to send it, or reply with what to change. From any chat, \`${how.send}\` sends it and \`${how.change}\` changes it.`,
    shorter: 'make it shorter',
    sendButton: 'Send',
    subject: (subject: string) => `**Subject:** ${subject}`,
    theyWrote: (quote: string) => `**They wrote:**\n${quote}`,
    draft: (quote: string) => `**Draft:**\n${quote}`,
    returned: (to: string, reason: string) => `My message to ${to} came back: ${reason}`,
    delayed: (to: string, reason: string) =>
      `My message to ${to} has not arrived yet. The mail server is still trying. ${reason}`,
    undelivered: (where: string, why: string) =>
      `An answer for ${where} could not be delivered: ${why}. You can read it on the local page.`,
    waits: (where: string, why: string) =>
      `An answer for ${where} is waiting: ${why}. I will send it as soon as I can write there again, and give up after a day.`,
    undeliveredHere: (why: string, retry: string) =>
      `I had an answer for you, but it could not be delivered: ${why}. Write ${retry} to try again.`,
    unconfirmedHere: (retry: string) =>
      `I sent an answer again after an interruption, and I still cannot tell whether it arrived. I will not send it a third time. If you do not see it, write ${retry}.`,
    unconfirmed: (where: string) =>
      `An answer for ${where} was sent twice, and I cannot tell whether it arrived. I will not send it a third time. Please check there.`,
    tooLate: 'it could not be delivered in time',
    channelMissing: (channel: string) => `the channel ${channel} is not set up`,
    unconfirmedReason: 'there is no sign that it arrived',
    wrongChannel: 'its address does not belong to its channel',
    brokeOff: 'the connection broke while it was being sent',
    paused: 'the platform is limiting how much I may send',
    daemonDied: 'Skein stopped while it was being sent',
    removedFromChat: 'Skein was removed from the chat',
  },
  de: {
    drafted: (draft, how) =>
      `Die Antwort an ${draft.to} ist als Entwurf in ${draft.where} gespeichert. Sie wurde noch nicht gesendet.\n\n${draft.shown}\n\nAntworte auf diese Nachricht mit „ja“, um sie zu senden, oder schreib, was sich ändern soll. In jedem Chat sendet \`${how.send}\` sie, und \`${how.change}\` ändert sie.`,
    shorter: 'mach es kürzer',
    sendButton: 'Senden',
    subject: (subject) => `**Betreff:** ${subject}`,
    theyWrote: (quote) => `**Die Nachricht:**\n${quote}`,
    draft: (quote) => `**Der Entwurf:**\n${quote}`,
    returned: (to, reason) => `Meine Nachricht an ${to} kam zurück: ${reason}`,
    delayed: (to, reason) =>
      `Meine Nachricht an ${to} ist noch nicht angekommen. Der Mailserver versucht es weiter. ${reason}`,
    undelivered: (where, why) =>
      `Eine Antwort für ${where} konnte nicht zugestellt werden: ${why}. Du kannst sie auf der lokalen Seite lesen.`,
    waits: (where, why) =>
      `Eine Antwort für ${where} wartet: ${why}. Ich sende sie, sobald ich dort wieder schreiben kann. Nach einem Tag gebe ich auf.`,
    undeliveredHere: (why, retry) =>
      `Ich hatte eine Antwort für dich, aber sie konnte nicht zugestellt werden: ${why}. Schreib ${retry}, um es noch einmal zu versuchen.`,
    unconfirmedHere: (retry) =>
      `Ich habe eine Antwort nach einer Unterbrechung noch einmal gesendet und weiß immer noch nicht, ob sie angekommen ist. Ein drittes Mal sende ich sie nicht. Wenn du sie nicht siehst, schreib ${retry}.`,
    unconfirmed: (where) =>
      `Eine Antwort für ${where} wurde zweimal gesendet, und ich weiß nicht, ob sie angekommen ist. Ein drittes Mal sende ich sie nicht. Sieh bitte dort nach.`,
    tooLate: 'sie konnte nicht rechtzeitig zugestellt werden',
    channelMissing: (channel) => `der Kanal ${channel} ist nicht eingerichtet`,
    unconfirmedReason: 'nichts zeigt, dass sie angekommen ist',
    wrongChannel: 'ihre Adresse gehört nicht zu ihrem Kanal',
    brokeOff: 'die Verbindung brach beim Senden ab',
    paused: 'die Plattform begrenzt gerade, wie viel ich senden darf',
    daemonDied: 'Skein wurde beim Senden beendet',
    removedFromChat: 'Skein wurde aus dem Chat entfernt',
  },
})
