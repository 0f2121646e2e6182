import { localized } from './localized.ts'

/** What several crashes in a row have in common, and what to do. */
export const crashMessages = localized({
  en: {
    error: (count: number, cause: string) =>
      count === 1
        ? `The last error before one crash was: ${cause}`
        : `The last error before ${count} crashes was: ${cause}`,
    silent: (silent: number, count: number) =>
      silent === count
        ? 'I left no error behind, so I was stopped from outside: out of memory, the watchdog, or "kill".'
        : `${silent} of ${count} crashes left no error behind.`,
    reboots: 'Each time the machine itself had restarted.',
    sameTasks: (ids: number[]) =>
      ids.length === 1
        ? `Task ${ids[0]} was running each time.`
        : `The tasks ${ids.join(', ')} were running each time.`,
    lookAtMachine: 'Check the power supply and the log of the system ("journalctl -b -1").',
    lookAtTask: (id: number) =>
      `"skein tasks ${id}" shows what it is. If it crashes me again, I will set it aside and tell its sender.`,
    lookAtMemory: 'The log of the system says more: "journalctl -k | grep -i memory", or "journalctl -u skein".',
    report: 'The log has the details. If a newer version does not help, please report this error.',
  },
  de: {
    error: (count, cause) =>
      count === 1
        ? `Der letzte Fehler vor einem Absturz war: ${cause}`
        : `Der letzte Fehler vor ${count} Abstürzen war: ${cause}`,
    silent: (silent, count) =>
      silent === count
        ? 'Ich habe keinen Fehler hinterlassen, wurde also von außen beendet: zu wenig Arbeitsspeicher, der Watchdog oder „kill“.'
        : `${silent} von ${count} Abstürzen haben keinen Fehler hinterlassen.`,
    reboots: 'Jedes Mal war der Rechner selbst neu gestartet.',
    sameTasks: (ids) =>
      ids.length === 1 ? `Jedes Mal lief Aufgabe ${ids[0]}.` : `Jedes Mal liefen die Aufgaben ${ids.join(', ')}.`,
    lookAtMachine: 'Prüfe die Stromversorgung und das Protokoll des Systems („journalctl -b -1“).',
    lookAtTask: (id) =>
      `„skein tasks ${id}“ zeigt, was sie ist. Wenn ich ihretwegen noch einmal abstürze, lege ich sie beiseite und sage ihrem Absender Bescheid.`,
    lookAtMemory: 'Mehr sagt das Protokoll des Systems: „journalctl -k | grep -i memory“ oder „journalctl -u skein“.',
    report:
      'Im Protokoll stehen die Einzelheiten. Wenn auch eine neuere Version nicht hilft, melde diesen Fehler bitte.',
  },
})
