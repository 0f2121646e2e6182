import { localized } from './localized.ts'

/** Texts for people who have no access, texts for the owner about them, and answers to removing somebody. */
export const peopleMessages = localized({
  en: {
    removed: (address: string) => `${address} is removed. I treat messages from there as coming from a stranger now.`,
    removedWithTasks: (address: string, tasks: number) =>
      `${address} is removed. I treat messages from there as coming from a stranger now. Unanswered requests that I canceled: ${tasks}.`,
    notLetInAnyMore: 'they no longer have access',
    addressOfOwner: (address: string) =>
      `${address} is an address of the owner. It can only be removed on the machine itself.`,
    unknownAddress: (address: string) => `I know nobody with the address ${address}. "skein people" lists everybody.`,
    inConfiguration: (address: string, table: string) =>
      `${address} is let in by the configuration. Remove it from the lists in [${table}] and restart Skein.`,
    addressInUse: (address: string) => `${address} belongs to the owner, so it cannot be removed.`,
    unknownPerson: 'I only talk to people my owner has let in. If you know my owner, ask to be added.',
    ownerHasPage: 'The owner signs in with a link of their own. Use “Sign in another device”.',
    noSuchRequest: 'There is no such request any more.',
    nowMember: (name: string) => `${name} is a member now and can write to me.`,
    requestRefused: (name: string) => `${name} is still refused. A code from you would still let them in.`,
    wrongCode: 'That code is invalid or has expired. Ask my owner for a new one.',
    paired: (name: string, prefix: string) =>
      `Welcome, ${name}. Just write to me, or send ${prefix}help to see what I can do.`,
    letIn: (name: string, role: string) =>
      role === 'owner'
        ? `${name} used a pairing code and was added as an address of yours.`
        : `${name} used a pairing code and was added as a member.`,
    refusedOne: (who: string, prefix: string) =>
      `${who} wrote to me and was refused. To let them in, write ${prefix}pair and send them the code.`,
    refused: (people: number, last: string, prefix: string) =>
      `${people === 1 ? 'Somebody' : `${people} people`} I do not know wrote to me and ${people === 1 ? 'was' : 'were'} refused. The last one was ${last}. To let somebody in, write ${prefix}pair and send them the code.`,
    refusedAndIgnored: (
      { people, dropped, most }: { people: number; dropped: number; most: number },
      last: string,
      prefix: string,
    ) =>
      `${people === 1 ? 'Somebody' : `${people} people`} I do not know wrote to me and ${people === 1 ? 'was' : 'were'} refused. ${dropped} more messages got no reply, because I refuse at most ${most} an hour. The last one was from ${last}. To let somebody in, write ${prefix}pair and send them the code.`,
    ignored: ({ dropped, most }: { dropped: number; most: number }, last: string, prefix: string) =>
      `${dropped} messages from people I do not know got no reply, because I refuse at most ${most} an hour. The last one was from ${last}. To let somebody in, write ${prefix}pair and send them the code.`,
    unanswered: (count: number, last: string, prefix: string) =>
      count === 1
        ? `Somebody who has not been let in wrote to me, and I did not reply. It was ${last}. To let somebody in, write ${prefix}pair and send them the code.`
        : `${count} people who have not been let in or could not be verified wrote to me, and I did not reply. The last one was ${last}. To let somebody in, write ${prefix}pair and send them the code.`,
    unproven: (count: number, last: string) =>
      `${count === 1 ? `A message claims to be from ${last}. They are let in, but the sender could not be verified, so I did not reply.` : `${count} messages claim to be from people who are let in, but their senders could not be verified, so I did not reply. The last one claims to be from ${last}.`} If they did write it, "skein doctor" shows how senders are verified. If they did not, somebody is using their name, and you do not need to do anything.`,
    shutOut: (where: string, held: number) =>
      held === 1
        ? `I was removed from ${where}, so one message is waiting until I am let back in. You can read it on the local page.`
        : `I was removed from ${where}, so ${held} messages are waiting until I am let back in. You can read them on the local page.`,
  },
  de: {
    removed: (address) => `${address} ist entfernt. Nachrichten von dort behandle ich jetzt wie die eines Fremden.`,
    removedWithTasks: (address, tasks) =>
      `${address} ist entfernt. Nachrichten von dort behandle ich jetzt wie die eines Fremden. Unbeantwortete Anfragen, die ich abgebrochen habe: ${tasks}.`,
    notLetInAnyMore: 'die Person hat keinen Zugang mehr',
    addressOfOwner: (address) =>
      `${address} ist eine Adresse des Besitzers. Sie lässt sich nur am Rechner selbst entfernen.`,
    unknownAddress: (address) => `Die Adresse ${address} kenne ich nicht. „skein people“ listet alle auf.`,
    inConfiguration: (address, table) =>
      `${address} ist durch die Konfiguration zugelassen. Entferne sie aus den Listen in [${table}] und starte Skein neu.`,
    addressInUse: (address) => `${address} gehört dem Besitzer, deshalb lässt sich diese Adresse nicht entfernen.`,
    unknownPerson:
      'Ich schreibe nur mit Leuten, die mein Besitzer hinzugefügt hat. Wenn du ihn kennst, bitte ihn, dich hinzuzufügen.',
    ownerHasPage: 'Der Besitzer meldet sich mit einem eigenen Link an. Nimm „Weiteres Gerät anmelden“.',
    noSuchRequest: 'Diese Anfrage gibt es nicht mehr.',
    nowMember: (name) => `${name} ist jetzt Mitglied und kann mir schreiben.`,
    requestRefused: (name) => `${name} bleibt abgewiesen. Mit einem Code von dir ginge es trotzdem.`,
    wrongCode: 'Dieser Code ist ungültig oder abgelaufen. Bitte meinen Besitzer um einen neuen Code.',
    paired: (name, prefix) =>
      `Willkommen, ${name}. Schreib mir einfach, oder schick ${prefix}help, um zu sehen, was ich kann.`,
    letIn: (name, role) =>
      role === 'owner'
        ? `${name} hat einen Code eingelöst und wurde als eine deiner Adressen hinzugefügt.`
        : `${name} hat einen Code eingelöst und wurde als Mitglied hinzugefügt.`,
    refusedOne: (who, prefix) =>
      `${who} hat mir geschrieben und wurde abgewiesen. Um die Person hinzuzufügen, schreib ${prefix}pair und schick ihr den Code.`,
    refused: (people, last, prefix) =>
      `${people === 1 ? 'Jemand, den ich nicht kenne, hat mir geschrieben und wurde' : `${people} Leute, die ich nicht kenne, haben mir geschrieben und wurden`} abgewiesen. Zuletzt war es ${last}. Um jemanden hinzuzufügen, schreib ${prefix}pair und schick den Code weiter.`,
    refusedAndIgnored: ({ people, dropped, most }, last, prefix) =>
      `${people === 1 ? 'Jemand, den ich nicht kenne, hat mir geschrieben und wurde' : `${people} Leute, die ich nicht kenne, haben mir geschrieben und wurden`} abgewiesen. ${dropped} weitere Nachrichten blieben ohne Antwort, weil ich höchstens ${most} pro Stunde abweise. Die letzte war von ${last}. Um jemanden hinzuzufügen, schreib ${prefix}pair und schick den Code weiter.`,
    ignored: ({ dropped, most }, last, prefix) =>
      `${dropped} Nachrichten von Leuten, die ich nicht kenne, blieben ohne Antwort, weil ich höchstens ${most} pro Stunde abweise. Die letzte war von ${last}. Um jemanden hinzuzufügen, schreib ${prefix}pair und schick den Code weiter.`,
    unanswered: (count, last, prefix) =>
      count === 1
        ? `Jemand, der nicht hinzugefügt ist, hat mir geschrieben, und ich habe nicht geantwortet. Es war ${last}. Um jemanden hinzuzufügen, schreib ${prefix}pair und schick den Code weiter.`
        : `${count} Leute, die nicht hinzugefügt sind oder deren Absender sich nicht prüfen ließ, haben mir geschrieben, und ich habe nicht geantwortet. Zuletzt war es ${last}. Um jemanden hinzuzufügen, schreib ${prefix}pair und schick den Code weiter.`,
    unproven: (count, last) =>
      `${count === 1 ? `Eine Nachricht gibt sich als Nachricht von ${last} aus. Die Person ist hinzugefügt, aber der Absender ließ sich nicht prüfen, deshalb habe ich nicht geantwortet.` : `${count} Nachrichten geben sich als Nachrichten von Leuten aus, die hinzugefügt sind, aber ihre Absender ließen sich nicht prüfen, deshalb habe ich nicht geantwortet. Die letzte gibt sich als Nachricht von ${last} aus.`} Wenn sie echt ist, zeigt „skein doctor“, wie Absender geprüft werden. Wenn nicht, benutzt jemand einen fremden Namen, und du musst nichts tun.`,
    shutOut: (where, held) =>
      held === 1
        ? `Ich wurde aus ${where} entfernt. Eine Nachricht wartet, bis ich wieder hinein darf. Du kannst sie auf der lokalen Seite lesen.`
        : `Ich wurde aus ${where} entfernt. ${held} Nachrichten warten, bis ich wieder hinein darf. Du kannst sie auf der lokalen Seite lesen.`,
  },
})
