import { inLanguages } from '../language.ts'

export const deleteChatWords = inLanguages({
  en: {
    remove: 'Delete',
    sure: (title: string, channel: string | undefined) =>
      `Delete “${title}” for good? It leaves the list, the search and all that a model is shown. ${
        channel
          ? `On ${channel} nothing changes; when something new is said there, it comes back with that alone. `
          : ''
      }The lines stay in the store on this machine, out of sight.`,
    yes: 'Delete for good',
    no: 'Keep it',
  },
  de: {
    remove: 'Löschen',
    sure: (title, channel) =>
      `„${title}“ endgültig löschen? Der Chat verschwindet aus der Liste, aus der Suche und aus allem, was ein Modell zu sehen bekommt. ${
        channel ? `Auf ${channel} ändert sich nichts; wird dort Neues gesagt, kommt er nur damit zurück. ` : ''
      }Die Zeilen bleiben im Speicher dieses Rechners, außer Sicht.`,
    yes: 'Endgültig löschen',
    no: 'Behalten',
  },
})
