import { listWords, localized } from './localized.ts'

const rights = {
  en: { owner: 'all rights of the owner', member: 'the rights of a member', guest: 'the rights of a guest' },
  de: { owner: 'alle Rechte des Besitzers', member: 'die Rechte eines Mitglieds', guest: 'die Rechte eines Gastes' },
}

type Role = keyof typeof rights.en

/** Texts about several addresses of one person: what was linked, and the code with which people do that themselves. */
export const linkMessages = localized({
  en: {
    linked: (address: string, name: string, role: Role) =>
      `${address} is now an address of ${name}, with ${rights.en[role]}.`,
    merged: (addresses: string[], former: string, name: string) =>
      `${former} and ${name} are one person now, called ${name}. ${listWords(addresses, 'and')} and everything of ${former} (chats, facts, profile, day notes, reminders) belong to ${name}.`,
    newRights: (role: Role) =>
      `From there they have ${rights.en[role]} now. What was allowed with "always" has to be allowed again.`,
    cancelled: (tasks: number) => `Unanswered requests that I canceled: ${tasks}.`,
    unlinked: (address: string, name: string) =>
      `${address} no longer belongs to ${name}. I treat messages from there as coming from a stranger now. Facts, profile, day notes and reminders stay with ${name}.`,
    split: (address: string, former: string, name: string) =>
      `${address} belongs to ${former} again, with its private chats and the facts and reminders from there. The profile, the day notes and everything else stay with ${name}.`,
    alreadyTheirs: (address: string, name: string) => `${address} is an address of ${name} already.`,
    ownersAddress: (address: string) =>
      `${address} is an address of the owner, so it cannot become somebody else's. Link the other address to the owner instead.`,
    listedAsMember: (address: string, table: string) =>
      `The configuration lets ${address} in as a member. Move it to the list of the owner in [${table}] and restart Skein.`,
    notLinked: (address: string) =>
      `${address} was not linked to another address, so there is no link to remove. "skein people remove" takes its access away.`,
    onlyAddress: (address: string) =>
      `${address} is the only address left of this person. "skein people remove" takes its access away.`,
    nobody: 'There is no such person.',
    atMachineOnly: 'Addresses of the owner can only be linked on the machine itself.',
    notRemotely: 'You are signed in from elsewhere. Do that on the machine itself, or in another chat of yours.',
    usage: (prefix: string) =>
      `Write ${prefix}link for a code, ${prefix}link and a code from your other account, or ${prefix}link remove and an address that ${prefix}whoami shows.`,
    code: (command: string) =>
      `To link another account of yours, send me \`${command}\` from it within 15 minutes, in a private chat. It can then do everything that you can, and sees what I know about you. The code works once.\n\n**Do not give this code to anybody, whoever asks for it.**`,
    codeOfOwner: 'Before the account gets your rights, I will ask you here.',
    wrongCode: (prefix: string) =>
      `That code is invalid or has expired. Write ${prefix}link in your other account for a new one.`,
    tooManyCodes: (prefix: string) =>
      `Too many wrong codes came from here. Write ${prefix}link here instead, and send that code from your other account.`,
    ownCode: 'That is your own code. Send it from your other account.',
    ownerJoinsNobody: (prefix: string) =>
      `You are the owner, so this account cannot become somebody else's. Write ${prefix}link here, and send that code from the other account.`,
    joinWarning: (name: string, command: string) =>
      `This code is from **${name}**. With it, you and ${name} become one person: they see your private chats with me and what I know about you, and your profiles are joined.\n\n**Go on only if you made this code yourself.** If somebody sent it to you, stop here. To go on: \`${command}\``,
    joinButton: 'I made it: link',
    waitsForYes: 'Now say yes in the chat where you made the code.',
    ask: (who: string, address: string, role: Role, command: string) =>
      `${who} (\`${address}\`) sent your code. Should this account be yours, with **${rights.en[role]}** and everything that I know about you? Say yes only if you sent the code from there yourself: \`${command}\``,
    yesButton: 'Yes, link it',
    noButton: 'No',
    declined: 'It was not linked. The code is used up.',
    nothingToConfirm: 'There is nothing to confirm here any more.',
    linkedHere: (name: string, prefix: string) =>
      `Done. This account is ${name} for me now, like their other ones. Just write to me, or send ${prefix}help to see what I can do.`,
    linkedToYou: (who: string, address: string, command: string) =>
      `${who} (\`${address}\`) sent your code and is an account of yours now. If that was not you, write \`${command}\` at once.`,
    ownerTold: (who: string, address: string, name: string) =>
      `${who} (${address}) is an account of ${name} now. They linked it with a code.`,
    notYours: (address: string) => `${address} is not an address of yours.`,
    notFromHere: (address: string) => `Write that from another account of yours, not from ${address} itself.`,
  },
  de: {
    linked: (address, name, role) => `${address} ist jetzt eine Adresse von ${name} und hat ${rights.de[role]}.`,
    merged: (addresses, former, name) =>
      `${former} und ${name} sind jetzt eine Person und heißen ${name}. ${listWords(addresses, 'und')} und alles von ${former} (Chats, Fakten, Profil, Tagesnotizen, Erinnerungen) gehört jetzt ${name}.`,
    newRights: (role) =>
      `Von dort gelten jetzt ${rights.de[role]}. Was mit „always“ erlaubt war, muss neu erlaubt werden.`,
    cancelled: (tasks) => `Unbeantwortete Anfragen, die ich abgebrochen habe: ${tasks}.`,
    unlinked: (address, name) =>
      `${address} gehört nicht mehr zu ${name}. Nachrichten von dort behandle ich jetzt wie die eines Fremden. Fakten, Profil, Tagesnotizen und Erinnerungen bleiben bei ${name}.`,
    split: (address, former, name) =>
      `${address} gehört wieder ${former}, mit den privaten Chats dort und den Fakten und Erinnerungen daraus. Das Profil, die Tagesnotizen und alles andere bleiben bei ${name}.`,
    alreadyTheirs: (address, name) => `${address} ist schon eine Adresse von ${name}.`,
    ownersAddress: (address) =>
      `${address} ist eine Adresse des Besitzers und kann niemand anderem gehören. Verknüpfe stattdessen die andere Adresse mit dem Besitzer.`,
    listedAsMember: (address, table) =>
      `Die Konfiguration lässt ${address} als Mitglied zu. Verschieb sie in die Liste des Besitzers in [${table}] und starte Skein neu.`,
    notLinked: (address) =>
      `${address} war nicht mit einer anderen Adresse verknüpft, also gibt es nichts zu lösen. „skein people remove“ nimmt ihr den Zugang.`,
    onlyAddress: (address) =>
      `${address} ist die letzte Adresse dieser Person. „skein people remove“ nimmt ihr den Zugang.`,
    nobody: 'Diese Person gibt es nicht.',
    atMachineOnly: 'Adressen des Besitzers lassen sich nur am Rechner selbst verknüpfen.',
    notRemotely: 'Du bist von anderswo angemeldet. Mach das am Rechner selbst oder in einem anderen deiner Chats.',
    usage: (prefix) =>
      `Schreib ${prefix}link für einen Code, ${prefix}link und einen Code von deinem anderen Konto, oder ${prefix}link remove und eine Adresse, die ${prefix}whoami zeigt.`,
    code: (command) =>
      `Um ein weiteres Konto von dir zu verknüpfen, schick mir innerhalb von 15 Minuten von dort \`${command}\`, in einem privaten Chat. Es darf dann alles, was du darfst, und sieht, was ich über dich weiß. Der Code gilt einmal.\n\n**Gib diesen Code niemandem, egal wer danach fragt.**`,
    codeOfOwner: 'Bevor das Konto deine Rechte bekommt, frage ich dich hier.',
    wrongCode: (prefix) =>
      `Dieser Code ist ungültig oder abgelaufen. Schreib in deinem anderen Konto ${prefix}link für einen neuen.`,
    tooManyCodes: (prefix) =>
      `Von hier kamen zu viele falsche Codes. Schreib stattdessen hier ${prefix}link, und schick den Code von deinem anderen Konto.`,
    ownCode: 'Das ist dein eigener Code. Schick ihn von deinem anderen Konto.',
    ownerJoinsNobody: (prefix) =>
      `Du bist der Besitzer, deshalb kann dieses Konto niemand anderem gehören. Schreib hier ${prefix}link, und schick den Code von dem anderen Konto.`,
    joinWarning: (name, command) =>
      `Dieser Code ist von **${name}**. Damit werdet ihr eine Person: ${name} sieht deine privaten Chats mit mir und was ich über dich weiß, und eure Profile werden zusammengelegt.\n\n**Mach nur weiter, wenn du diesen Code selbst erstellt hast.** Wenn ihn dir jemand geschickt hat, hör hier auf. Zum Weitermachen: \`${command}\``,
    joinButton: 'Er ist von mir: verknüpfen',
    waitsForYes: 'Sag jetzt noch ja, in dem Chat, in dem du den Code erstellt hast.',
    ask: (who, address, role, command) =>
      `${who} (\`${address}\`) hat deinen Code geschickt. Soll dieses Konto dir gehören? Es hätte **${rights.de[role]}** und sähe alles, was ich über dich weiß. Sag nur ja, wenn du den Code selbst von dort geschickt hast: \`${command}\``,
    yesButton: 'Ja, verknüpfen',
    noButton: 'Nein',
    declined: 'Es wurde nicht verknüpft. Der Code ist verbraucht.',
    nothingToConfirm: 'Hier gibt es nichts mehr zu bestätigen.',
    linkedHere: (name, prefix) =>
      `Fertig. Dieses Konto ist für mich jetzt ${name}, wie die anderen Konten von ${name}. Schreib mir einfach, oder schick ${prefix}help, um zu sehen, was ich kann.`,
    linkedToYou: (who, address, command) =>
      `${who} (\`${address}\`) hat deinen Code geschickt und ist jetzt ein Konto von dir. Wenn du das nicht warst, schreib sofort \`${command}\`.`,
    ownerTold: (who, address, name) => `${who} (${address}) ist jetzt ein Konto von ${name}, verknüpft mit einem Code.`,
    notYours: (address) => `${address} ist keine Adresse von dir.`,
    notFromHere: (address) => `Schreib das von einem anderen Konto von dir, nicht von ${address} selbst.`,
  },
})
