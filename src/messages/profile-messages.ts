import { localized } from './localized.ts'

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
