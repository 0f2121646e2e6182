import { countOf } from '../lib/text/text.ts'
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
    fromElsewhere: (day: string) => `It was said in another chat on ${day}. The message is shown only there.`,
    earlier: (lines: string) => `Before that:\n\n${lines}`,
    replacedBy: (reference: string, day: string) => `replaced by ${reference} on ${day}`,
    forgetUsage: (prefix: string) =>
      `What should I forget? Write ${prefix}forget and a number or words, for example ${prefix}forget f12. ${prefix}memory lists everything.`,
    whichOne: (lines: string, prefix: string) =>
      `Which one should I forget?\n\n${lines}\n\nWrite ${prefix}forget and its number.`,
    forgetSure: (lines: string, command: string, withMessages: string) =>
      `This will be deleted for good:\n\n${lines}\n\nTo confirm, write \`${command}\`. The messages in which it was said are kept. To delete those too, write \`${withMessages}\`.`,
    eraseSure: (lines: string, said: string, command: string) =>
      `This will be deleted for good:\n\n${lines}\n\nThese messages go too, with my answers to them and everything that was made of them:\n\n${said}\n\nTo confirm, write \`${command}\`. Nothing is deleted on the platform of the chat, and backups are kept.`,
    noMessageToErase:
      'I cannot delete the messages in which that was said from here. They are from somebody else or another chat, or are gone already.',
    forgetButton: 'Delete for good',
    alreadyReplaced: (reference: string, by: string) => `${reference} was replaced by ${by}. Change that one.`,
    unchanged: 'Nothing is different.',
    nothingToUndo: (reference: string) => `${reference} has not taken the place of anything that could be restored.`,
    mergeOne: 'Choose two different facts.',
    mergeApart: 'Facts that are shown in different chats, or to different people, cannot be merged.',
    erased: (facts: number, messages: number) =>
      `Deleting it for good: ${countOf(facts, 'fact')} and ${countOf(messages, 'message')}. That takes a moment.`,
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
    fromElsewhere: (day) => `Gesagt am ${day} in einem anderen Chat. Die Nachricht wird nur dort gezeigt.`,
    earlier: (lines) => `Davor:\n\n${lines}`,
    replacedBy: (reference, day) => `ersetzt durch ${reference} am ${day}`,
    forgetUsage: (prefix) =>
      `Was soll ich vergessen? Schreib ${prefix}forget und eine Nummer oder Wörter, zum Beispiel ${prefix}forget f12. ${prefix}memory zeigt alles.`,
    whichOne: (lines, prefix) =>
      `Welchen Eintrag soll ich vergessen?\n\n${lines}\n\nSchreib ${prefix}forget und seine Nummer.`,
    forgetSure: (lines, command, withMessages) =>
      `Das wird endgültig gelöscht:\n\n${lines}\n\nSchreib zum Bestätigen \`${command}\`. Die Nachrichten, in denen es gesagt wurde, bleiben. Um auch sie zu löschen, schreib \`${withMessages}\`.`,
    eraseSure: (lines, said, command) =>
      `Das wird endgültig gelöscht:\n\n${lines}\n\nAuch diese Nachrichten, samt meinen Antworten darauf und allem, was daraus entstanden ist:\n\n${said}\n\nSchreib zum Bestätigen \`${command}\`. Auf der Plattform des Chats wird nichts gelöscht, und Sicherungen bleiben.`,
    noMessageToErase:
      'Die Nachrichten, in denen das gesagt wurde, kann ich von hier aus nicht löschen. Sie stammen von jemand anderem oder aus einem anderen Chat, oder es gibt sie nicht mehr.',
    forgetButton: 'Endgültig löschen',
    alreadyReplaced: (reference, by) => `${reference} wurde durch ${by} ersetzt. Ändere diesen Eintrag.`,
    unchanged: 'Daran ist nichts anders.',
    nothingToUndo: (reference) => `${reference} hat nichts ersetzt, das sich wiederherstellen ließe.`,
    mergeOne: 'Wähle zwei verschiedene Einträge.',
    mergeApart:
      'Einträge, die in verschiedenen Chats oder verschiedenen Personen gezeigt werden, lassen sich nicht zusammenführen.',
    erased: (facts, messages) =>
      `Wird endgültig gelöscht: ${facts === 1 ? 'ein Eintrag' : `${facts} Einträge`} und ${messages === 1 ? 'eine Nachricht' : `${messages} Nachrichten`}. Das dauert einen Moment.`,
    forgotten: (count) => (count === 1 ? 'Endgültig gelöscht.' : `Endgültig gelöscht: ${count} Einträge.`),
  },
})

/** What is said about profile files: SOUL.md, USER.md and ROOM.md. */
export const profileMessages = localized({
  en: {
    linked: (path: string) => `${path} is a link, or is in a linked folder. Put the file itself there.`,
    notFile: (path: string) => `${path} is not a file. Remove it, or move it elsewhere.`,
    tooLarge: (path: string, limit: string) => `${path} is larger than ${limit}. Shorten it.`,
    notText: (path: string) => `${path} is not a text in UTF-8. Save it as UTF-8.`,
    unreadable: (path: string, code: string) =>
      `${path} cannot be read (${code}). Make it readable for the user that Skein runs as.`,
    notWritten: (path: string, code: string) => `${path} cannot be written (${code}), so nothing was changed.`,
    secret: 'The text seems to contain a password or a key. It would be sent with every message, so leave it out.',
    changedMeanwhile: 'The file was changed in the meantime. Look at the new version first.',
    notASkill:
      'A skill begins with a line ---, then "description:" with what it does and when it is used, then another line ---.',
    noSuchVersion: 'This version does not exist any more.',
  },
  de: {
    linked: (path) => `${path} ist ein Link oder liegt in einem verlinkten Ordner. Lege die Datei selbst dorthin.`,
    notFile: (path) => `${path} ist keine Datei. Entferne oder verschiebe, was dort ist.`,
    tooLarge: (path, limit) => `${path} ist größer als ${limit}. Kürze die Datei.`,
    notText: (path) => `${path} ist kein Text in UTF-8. Speichere die Datei als UTF-8.`,
    unreadable: (path, code) =>
      `${path} kann nicht gelesen werden (${code}). Mache die Datei für den Benutzer lesbar, unter dem Skein läuft.`,
    notWritten: (path, code) => `${path} kann nicht geschrieben werden (${code}), deshalb wurde nichts geändert.`,
    secret:
      'Der Text enthält anscheinend ein Passwort oder einen Schlüssel. Er würde mit jeder Nachricht verschickt, also lass das weg.',
    changedMeanwhile: 'Die Datei wurde inzwischen geändert. Sieh dir zuerst die neue Fassung an.',
    notASkill:
      'Ein Skill beginnt mit einer Zeile ---, dann „description:“ mit dem, was er tut und wann er gebraucht wird, dann noch einer Zeile ---.',
    noSuchVersion: 'Diese Fassung gibt es nicht mehr.',
  },
})

/** The headings of day notes, and why a line of one is shown to the model. */
export const noteMessages = localized({
  en: {
    decided: 'Decided',
    done: 'Done',
    promised: 'Promised and to do',
    open: 'Open',
    fromDay: (day: string) => `in the notes of ${day}`,
    merged: (facts: string) =>
      `I merged facts that said the same: ${facts}. To take one back, run "skein memory undo" with its first number.`,
    expired: (facts: string) => `The date of these facts has passed, so they are no longer used: ${facts}.`,
    and: (kept: string, other: string) => `${kept} and ${other}`,
  },
  de: {
    decided: 'Entschieden',
    done: 'Erledigt',
    promised: 'Versprochen und zu tun',
    open: 'Offen',
    fromDay: (day) => `in den Notizen vom ${day}`,
    merged: (facts) =>
      `Ich habe Fakten zusammengelegt, die dasselbe sagten: ${facts}. Um eine Zusammenlegung zurückzunehmen, führe „skein memory undo“ mit der ersten Nummer aus.`,
    expired: (facts) => `Das Datum dieser Fakten ist vorbei, deshalb werden sie nicht mehr verwendet: ${facts}.`,
    and: (kept, other) => `${kept} und ${other}`,
  },
})
