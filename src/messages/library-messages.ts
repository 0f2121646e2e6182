import { localized } from './localized.ts'

/** What people read about the library: files on this machine that the model can look things up in. */
export const libraryMessages = localized({
  en: {
    status: (files: number, passages: number, folders: number) =>
      `${counted(files, 'file')} with ${counted(passages, 'passage')} in ${counted(folders, 'folder')}`,
    left: (left: number) => `${counted(left, 'file')} still to check`,
    notPlain: (count: number) =>
      count === 1
        ? 'a link or special file left out'
        : `${count.toLocaleString('en')} links and special files left out`,
    inStatus: (says: string) => `- Library: ${says}`,
    missing: (folder: string) =>
      `The library folder ${folder} cannot be opened. Skein keeps what it already knows from it.`,
    empty: (folder: string) =>
      `The library folder ${folder} has no files now. Skein keeps what it already knows from it until there are files again. To forget it, remove the folder from [library].`,
    ownData: (folder: string) => `The library folder ${folder} is inside Skein's own data and is not read.`,
    tooMany: (folder: string, most: { files: number; folders: number; depth: number }) =>
      `The library folder ${folder} is not read completely. Skein reads at most ${counted(most.files, 'file')}, ${counted(most.folders, 'folder')} and ${most.depth} levels of folders.`,
    unlisted: (folder: string, example: string, count: number) =>
      `In the library folder ${folder}, ${count === 1 ? 'one folder or file' : `${count.toLocaleString('en')} folders or files`} cannot be read, such as ${example}.`,
    problem: (files: number, example: string, why: string) =>
      files === 1
        ? `The library file ${example}: ${why}.`
        : `${counted(files, 'file')} of the library, such as ${example}: ${why}.`,
    problems: {
      'too-large': 'too large to be read (10 MB, and 50 MB for PDF)',
      cut: 'only the beginning was read, because the text is too long, has too many sections or is nested too deeply',
      unreadable: 'could not be opened; check the permissions',
      'not-text': 'not a text file, although the name says so',
      outside: 'not an ordinary file inside the folder',
      'no-pdf-reader': 'PDF files cannot be read here; install poppler-utils and bubblewrap',
      'pdf-failed': 'the PDF is damaged or protected',
      'pdf-limits': 'reading the PDF took too much time or memory',
      'pdf-empty': 'the PDF has no text, as with scanned pages',
    },
  },
  de: {
    status: (files, passages, folders) =>
      `${inGerman(files, 'Datei', 'Dateien')} mit ${inGerman(passages, 'Abschnitt', 'Abschnitten')} in ${inGerman(folders, 'Ordner', 'Ordnern')}`,
    left: (left) => `${inGerman(left, 'Datei', 'Dateien')} noch zu prüfen`,
    notPlain: (count) =>
      count === 1
        ? 'ein Link oder eine Spezialdatei ausgelassen'
        : `${count.toLocaleString('de')} Links und Spezialdateien ausgelassen`,
    inStatus: (says) => `- Bibliothek: ${says}`,
    missing: (folder) =>
      `Der Bibliotheksordner ${folder} lässt sich nicht öffnen. Was Skein daraus schon kennt, bleibt erhalten.`,
    empty: (folder) =>
      `Der Bibliotheksordner ${folder} enthält gerade keine Dateien. Was Skein daraus schon kennt, bleibt erhalten, bis es wieder Dateien gibt. Damit es vergessen wird, entferne den Ordner aus [library].`,
    ownData: (folder) => `Der Bibliotheksordner ${folder} gehört zu Skeins eigenen Daten und wird nicht gelesen.`,
    tooMany: (folder, most) =>
      `Der Bibliotheksordner ${folder} wird nicht ganz gelesen. Skein liest höchstens ${inGerman(most.files, 'Datei', 'Dateien')}, ${inGerman(most.folders, 'Ordner', 'Ordner')} und ${most.depth} Ebenen von Ordnern.`,
    unlisted: (folder, example, count) =>
      `Im Bibliotheksordner ${folder} ${count === 1 ? 'lässt sich ein Ordner oder eine Datei' : `lassen sich ${count.toLocaleString('de')} Ordner oder Dateien`} nicht lesen, zum Beispiel ${example}.`,
    problem: (files, example, why) =>
      files === 1
        ? `Die Bibliotheksdatei ${example}: ${why}.`
        : `${inGerman(files, 'Datei', 'Dateien')} der Bibliothek, zum Beispiel ${example}: ${why}.`,
    problems: {
      'too-large': 'zu groß zum Lesen (10 MB, bei PDF 50 MB)',
      cut: 'nur der Anfang wurde gelesen, weil der Text zu lang ist, zu viele Abschnitte hat oder zu tief verschachtelt ist',
      unreadable: 'ließ sich nicht öffnen; prüfe die Zugriffsrechte',
      'not-text': 'keine Textdatei, obwohl der Name darauf hindeutet',
      outside: 'keine gewöhnliche Datei innerhalb des Ordners',
      'no-pdf-reader': 'PDF-Dateien lassen sich hier nicht lesen; installiere poppler-utils und bubblewrap',
      'pdf-failed': 'die PDF ist beschädigt oder geschützt',
      'pdf-limits': 'das Lesen der PDF brauchte zu viel Zeit oder Speicher',
      'pdf-empty': 'die PDF enthält keinen Text, etwa bei gescannten Seiten',
    },
  },
})

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}

function inGerman(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de')} ${count === 1 ? one : many}`
}
