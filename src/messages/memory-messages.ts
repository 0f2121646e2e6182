import { localized } from './localized.ts'

/** What people read about remembered facts: answers to commands, and why something was not remembered. */
export const memoryMessages = localized({
  en: {
    rememberUsage: 'What should I remember? Write it as one sentence after the command.',
    tooLong: (chars: number) => `That is too long for one fact. Please say it in at most ${chars} characters.`,
    secret: 'I did not remember that, because it looks like a password or another secret.',
    notFromBackground: 'A scheduled task cannot remember or forget anything.',
    membersOnly: 'Only people who were let in can do that.',
    ownerForEveryone: 'Only my owner can have me remember something in all chats.',
    noSuchFact: (reference: string) => `There is no fact ${reference} here.`,
    notYours: (reference: string) => `Only the person who said ${reference}, or my owner, can change it.`,
    remembered: (line: string) => `I will remember that.\n\n${line}`,
    rememberedHere: (line: string) => `I will remember that in this chat.\n\n${line}`,
    repeated: (line: string, times: number) => `I know that already. You have told me ${times} times.\n\n${line}`,
    replaces: (lines: string) => `It replaces:\n\n${lines}`,
    related: (lines: string, prefix: string) =>
      `I also remember this. If something of it is no longer true, delete it with \`${prefix}forget\` and its number.\n\n${lines}`,
    known: (lines: string) => `What I remember:\n\n${lines}`,
    knownWith: (words: string, lines: string) => `What I remember about "${words}":\n\n${lines}`,
    nothingKnown: 'I do not remember anything here yet.',
    nothingKnownWith: (words: string) => `I remember nothing about "${words}".`,
    more: (count: number, prefix: string) => `And ${count} more. Add words to ${prefix}memory to see fewer.`,
    memoryHint: (prefix: string) =>
      `\`${prefix}memory f12\` shows where a fact comes from, \`${prefix}remember f12 …\` corrects it, \`${prefix}forget f12\` deletes it.`,
    times: (count: number) => `said ${count} times`,
    until: (day: string) => `until ${day}`,
    forEveryone: 'in all chats',
    from: (name: string, day: string, words: string) => `${name} wrote on ${day}: ${words}`,
    earlier: (lines: string) => `Before that:\n\n${lines}`,
    replacedBy: (reference: string, day: string) => `replaced by ${reference} on ${day}`,
    forgetUsage: (prefix: string) =>
      `What should I forget? Write ${prefix}forget and a number or words, for example ${prefix}forget f12. ${prefix}memory lists everything.`,
    whichOne: (lines: string, prefix: string) =>
      `Which one should I forget?\n\n${lines}\n\nWrite ${prefix}forget and its number.`,
    forgetSure: (lines: string, command: string) =>
      `This will be deleted for good:\n\n${lines}\n\nTo confirm, write \`${command}\`. The messages in which it was said are kept.`,
    forgetButton: 'Delete for good',
    alreadyReplaced: (reference: string, by: string) => `${reference} was replaced by ${by}. Change that one.`,
    unchanged: 'Nothing is different.',
    nothingToUndo: (reference: string) => `${reference} has not taken the place of anything that could be restored.`,
    mergeOne: 'Choose two different facts.',
    mergeApart: 'Facts that are shown in different chats, or to different people, cannot be merged.',
    forgotten: (count: number) => (count === 1 ? 'Deleted for good.' : `Deleted for good: ${count} facts.`),
  },
  de: {
    rememberUsage: 'Was soll ich mir merken? Schreib es in einem Satz hinter den Befehl.',
    tooLong: (chars) => `Das ist zu lang für eine einzelne Tatsache. Sag es bitte mit höchstens ${chars} Zeichen.`,
    secret: 'Das habe ich mir nicht gemerkt, denn es sieht nach einem Passwort oder einem anderen Geheimnis aus.',
    notFromBackground: 'Eine geplante Aufgabe kann sich nichts merken und nichts vergessen.',
    membersOnly: 'Das können nur Personen, die hinzugefügt wurden.',
    ownerForEveryone: 'Nur mein Besitzer kann mich bitten, mir etwas für alle Chats zu merken.',
    noSuchFact: (reference) => `Hier gibt es keinen Eintrag ${reference}.`,
    notYours: (reference) => `Nur wer ${reference} gesagt hat oder mein Besitzer kann das ändern.`,
    remembered: (line) => `Das merke ich mir.\n\n${line}`,
    rememberedHere: (line) => `Das merke ich mir für diesen Chat.\n\n${line}`,
    repeated: (line, times) => `Das weiß ich schon. Du hast es mir ${times}-mal gesagt.\n\n${line}`,
    replaces: (lines) => `Das ersetzt:\n\n${lines}`,
    related: (lines, prefix) =>
      `Das weiß ich auch. Wenn etwas davon nicht mehr stimmt, lösch es mit \`${prefix}forget\` und der Nummer.\n\n${lines}`,
    known: (lines) => `Das habe ich mir gemerkt:\n\n${lines}`,
    knownWith: (words, lines) => `Das habe ich mir zu „${words}“ gemerkt:\n\n${lines}`,
    nothingKnown: 'Hier habe ich mir noch nichts gemerkt.',
    nothingKnownWith: (words) => `Zu „${words}“ habe ich mir nichts gemerkt.`,
    more: (count, prefix) => `Und ${count} weitere. Mit Wörtern hinter ${prefix}memory werden es weniger.`,
    memoryHint: (prefix) =>
      `\`${prefix}memory f12\` zeigt, woher ein Eintrag stammt, \`${prefix}remember f12 …\` berichtigt ihn, \`${prefix}forget f12\` löscht ihn.`,
    times: (count) => `${count}-mal gesagt`,
    until: (day) => `bis ${day}`,
    forEveryone: 'in allen Chats',
    from: (name, day, words) => `${name} schrieb am ${day}: ${words}`,
    earlier: (lines) => `Davor:\n\n${lines}`,
    replacedBy: (reference, day) => `ersetzt durch ${reference} am ${day}`,
    forgetUsage: (prefix) =>
      `Was soll ich vergessen? Schreib ${prefix}forget und eine Nummer oder Wörter, zum Beispiel ${prefix}forget f12. ${prefix}memory zeigt alles.`,
    whichOne: (lines, prefix) =>
      `Welchen Eintrag soll ich vergessen?\n\n${lines}\n\nSchreib ${prefix}forget und seine Nummer.`,
    forgetSure: (lines, command) =>
      `Das wird endgültig gelöscht:\n\n${lines}\n\nSchreib zum Bestätigen \`${command}\`. Die Nachrichten, in denen es gesagt wurde, bleiben.`,
    forgetButton: 'Endgültig löschen',
    alreadyReplaced: (reference, by) => `${reference} wurde durch ${by} ersetzt. Ändere diesen Eintrag.`,
    unchanged: 'Daran ist nichts anders.',
    nothingToUndo: (reference) => `${reference} hat nichts ersetzt, das sich wiederherstellen ließe.`,
    mergeOne: 'Wähle zwei verschiedene Einträge.',
    mergeApart:
      'Einträge, die in verschiedenen Chats oder verschiedenen Personen gezeigt werden, lassen sich nicht zusammenführen.',
    forgotten: (count) => (count === 1 ? 'Endgültig gelöscht.' : `Endgültig gelöscht: ${count} Einträge.`),
  },
})
