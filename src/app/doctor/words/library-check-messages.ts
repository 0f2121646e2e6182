import { localized } from '../../../messages/localized.ts'

export const libraryCheckMessages = localized({
  en: {
    folders: {
      title: 'library',
      why: 'The model cannot look things up in these files.',
      open: 'make the folder readable for the user of Skein, or correct [library]; under systemd also: systemctl edit skein   # [Service] BindReadOnlyPaths=',
      cannotOpen: (folder: string) => `${folder} cannot be opened`,
      files: 'see "A library" in docs/operating.md',
      filed: (files: number, passages: number) =>
        `${files.toLocaleString('en')} files with ${passages.toLocaleString('en')} passages are filed`,
    },
    pdf: {
      title: 'PDF files of the library',
      why: 'PDF files are left out. Everything else is read.',
      cannot: 'PDF files cannot be read here: pdftotext or bwrap is missing, or bwrap may not be used',
      can: 'PDF files can be read',
      install: 'apt install poppler-utils bubblewrap',
    },
  },
  de: {
    folders: {
      title: 'Bibliothek',
      why: 'Das Modell kann in diesen Dateien nicht nachschlagen.',
      open: 'den Ordner für den Benutzer von Skein lesbar machen oder [library] berichtigen; unter systemd außerdem: systemctl edit skein   # [Service] BindReadOnlyPaths=',
      cannotOpen: (folder) => `${folder} lässt sich nicht öffnen`,
      files: 'siehe „A library“ in docs/operating.md',
      filed: (files, passages) =>
        `${files.toLocaleString('de')} Dateien mit ${passages.toLocaleString('de')} Abschnitten sind aufgenommen`,
    },
    pdf: {
      title: 'PDF-Dateien der Bibliothek',
      why: 'PDF-Dateien werden ausgelassen. Alles andere wird gelesen.',
      cannot:
        'PDF-Dateien lassen sich hier nicht lesen: pdftotext oder bwrap fehlt, oder bwrap darf nicht benutzt werden',
      can: 'PDF-Dateien lassen sich lesen',
      install: 'apt install poppler-utils bubblewrap',
    },
  },
})
