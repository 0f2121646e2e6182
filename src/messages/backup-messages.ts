import { localized, numberText } from './localized.ts'

/** What people read about backups: on the command line, in the checks, and when a nightly one failed. */
export const backupMessages = localized({
  en: {
    refusals: {
      damaged:
        'This backup is damaged or incomplete, so nothing was restored. Use another one, or copy it again from where it was kept.',
      hostile:
        'This file contains something that no backup of Skein contains, so nothing was restored. Somebody may have changed it; use another backup.',
      foreign: 'This file is not a backup of Skein. A backup is called skein-….tar.gz or skein-….tar.gz.age.',
      newer: 'This backup was made by a newer Skein than this one. Update Skein, then restore it.',
      locked: 'This backup is encrypted. Give its passphrase with --passphrase-file, or the key with --identity.',
      wrongKey:
        'This backup cannot be opened with this passphrase or key. Check that it is the right one; if it is, the backup is damaged.',
      changed: 'This backup is not the file that was written; it is damaged. Make a new one now with "skein backup".',
    },
    doesNotFit: (neededMb: number, freeMb: number) =>
      `This backup needs at least ${neededMb} MB, but only ${freeMb} MB are free. Nothing was restored. Free some space, or restore to another disk.`,
    targetNotEmpty: (target: string) => `${target} is not an empty folder. Choose a new one with --data.`,
    nothingToBackUp: (file: string) => `There is no data in ${file} yet, so there is nothing to back up.`,
    nowhere: 'Say where the backup goes: "skein backup --to FOLDER", or set backup.to in the configuration.',
    badRecipient: 'That is not a public key of age. It must look like "age1…"; "age-keygen" makes one.',
    badIdentity: 'The key file contains a line that is not a key of age. Each key looks like "AGE-SECRET-KEY-1…".',
    twoKeys: 'Use a passphrase or a public key, not both.',
    commandFailed: (program: string, why: string) =>
      `The backup was made, but ${program} could not copy it elsewhere: ${why}`,

    nightlyFailed: (why: string) => `The nightly backup failed: ${why} It is tried again in an hour.`,
    rehearsalFailed: (archive: string, why: string) =>
      `The backup ${archive} could not be restored in a rehearsal: ${why}`,

    check: {
      backups: 'backups',
      rehearsal: 'rehearsal of backups',
      off: 'off; set backup.to to have one made every night',
      never: 'none yet; the daemon makes the first one soon after its start, and "skein backup" makes one now',
      last: (at: string, archive: string, size: string) => `last one ${at}, ${archive}, ${size}`,
      failed: (at: string, why: string) => `failed ${at}: ${why}`,
      overdue: (last: string) => `${last}; that is more than two days ago. Run "skein backup" and read what it says.`,
      notRehearsed: 'not yet; the daemon rehearses the newest one every week',
      rehearsed: (at: string, archive: string) => `${at}: ${archive} can be restored`,
      compared: (at: string, archive: string) =>
        `${at}: ${archive} is unchanged since it was checked; only you can open it, with "skein restore ${archive} --check --identity FILE"`,
      rehearsalFailed: (at: string, why: string) => `failed ${at}: ${why}`,
      rehearsalOverdue: (at: string) => `the last one was ${at}; is the daemon running?`,
    },

    restored: {
      /** In a chat where something was unfinished when the backup was made. */
      unfinished: (takenAt: string, retries: string) =>
        `I was restored from a backup of ${takenAt}. What I was about to answer or send here then may have been finished since, so I did not repeat it. ${retries}`,
      retryWith: (commands: string) => `Write ${commands} to have it done again.`,
      lookAbove: 'Please look at what you have above.',
      /** The answer to a message that the platform shows again. */
      again: (takenAt: string, retry: string) =>
        `I was restored from a backup of ${takenAt} and do not know what was said after it. I may have answered this message already, so I did not answer it again. Write ${retry} if you still want an answer.`,
      heldBack: 'Skein was restored from a backup, and this may have been sent since.',
      jobs: (takenAt: string, names: string) =>
        `I was restored from a backup of ${takenAt}. These jobs came due since then and may have run, so I did not run them again: ${names}. Later times are not affected.`,
      jobReason: 'Skein was restored from a backup, and this may have run since.',
      epochReason: 'Skein was restored from a backup',
    },
  },
  de: {
    refusals: {
      damaged:
        'Diese Sicherung ist beschädigt oder unvollständig, deshalb wurde nichts wiederhergestellt. Nimm eine andere, oder kopiere sie noch einmal von ihrem Ablageort.',
      hostile:
        'Diese Datei enthält etwas, das in keiner Sicherung von Skein vorkommt, deshalb wurde nichts wiederhergestellt. Vielleicht hat sie jemand verändert; nimm eine andere Sicherung.',
      foreign:
        'Diese Datei ist keine Sicherung von Skein. Eine Sicherung heißt skein-….tar.gz oder skein-….tar.gz.age.',
      newer: 'Diese Sicherung stammt von einem neueren Skein. Aktualisiere Skein und stelle sie dann wieder her.',
      locked:
        'Diese Sicherung ist verschlüsselt. Gib die Passphrase mit --passphrase-file an, oder den Schlüssel mit --identity.',
      wrongKey:
        'Diese Sicherung lässt sich mit dieser Passphrase oder diesem Schlüssel nicht öffnen. Prüfe, ob es die richtige Angabe ist; wenn ja, ist die Sicherung beschädigt.',
      changed:
        'Diese Sicherung ist nicht mehr die Datei, die geschrieben wurde; sie ist beschädigt. Mach jetzt eine neue mit „skein backup“.',
    },
    doesNotFit: (neededMb, freeMb) =>
      `Diese Sicherung braucht mindestens ${neededMb} MB, aber nur ${freeMb} MB sind frei. Es wurde nichts wiederhergestellt. Schaff Platz, oder stelle sie auf einem anderen Datenträger wieder her.`,
    targetNotEmpty: (target) => `${target} ist kein leerer Ordner. Gib mit --data einen neuen an.`,
    nothingToBackUp: (file) => `In ${file} sind noch keine Daten, deshalb gibt es nichts zu sichern.`,
    nowhere: 'Gib an, wohin die Sicherung soll: „skein backup --to ORDNER“, oder setze backup.to in der Konfiguration.',
    badRecipient:
      'Das ist kein öffentlicher Schlüssel von age. Er muss mit "age1" beginnen; „age-keygen“ erzeugt einen.',
    badIdentity:
      'Die Schlüsseldatei enthält eine Zeile, die kein Schlüssel von age ist. Jeder Schlüssel beginnt mit "AGE-SECRET-KEY-1".',
    twoKeys: 'Nimm eine Passphrase oder einen öffentlichen Schlüssel, nicht beides.',
    commandFailed: (program, why) => `Die Sicherung wurde gemacht, aber ${program} konnte sie nicht wegbringen: ${why}`,

    nightlyFailed: (why) =>
      `Die nächtliche Sicherung ist fehlgeschlagen: ${why} In einer Stunde kommt der nächste Versuch.`,
    rehearsalFailed: (archive, why) =>
      `Die Sicherung ${archive} ließ sich bei einer Probe nicht wiederherstellen: ${why}`,

    check: {
      backups: 'Sicherungen',
      rehearsal: 'Probe der Sicherungen',
      off: 'aus; setze backup.to, damit jede Nacht eine gemacht wird',
      never: 'noch keine; Skein macht die erste bald nach dem Start, und „skein backup“ macht sofort eine',
      last: (at, archive, size) => `letzte ${at}, ${archive}, ${size}`,
      failed: (at, why) => `fehlgeschlagen ${at}: ${why}`,
      overdue: (last) => `${last}; das ist mehr als zwei Tage her. Starte „skein backup“ und lies die Ausgabe.`,
      notRehearsed: 'noch nicht; Skein probt jede Woche mit der neuesten',
      rehearsed: (at, archive) => `${at}: ${archive} lässt sich wiederherstellen`,
      compared: (at, archive) =>
        `${at}: ${archive} ist unverändert, seit es geprüft wurde; öffnen kannst nur du es, mit „skein restore ${archive} --check --identity DATEI“`,
      rehearsalFailed: (at, why) => `fehlgeschlagen ${at}: ${why}`,
      rehearsalOverdue: (at) => `die letzte war ${at}; läuft Skein?`,
    },

    restored: {
      unfinished: (takenAt, retries) =>
        `Ich wurde aus einer Sicherung vom ${takenAt} wiederhergestellt. Was ich damals hier gerade beantworten oder senden wollte, ist vielleicht inzwischen erledigt, deshalb habe ich es nicht wiederholt. ${retries}`,
      retryWith: (commands) => `Schreib ${commands}, damit es noch einmal gemacht wird.`,
      lookAbove: 'Bitte sieh nach, was du oben schon hast.',
      again: (takenAt, retry) =>
        `Ich wurde aus einer Sicherung vom ${takenAt} wiederhergestellt und weiß nicht, was danach geschrieben wurde. Vielleicht habe ich auf diese Nachricht schon geantwortet, deshalb antworte ich nicht noch einmal. Schreib ${retry}, wenn du noch eine Antwort möchtest.`,
      heldBack: 'Skein wurde aus einer Sicherung wiederhergestellt, und dies wurde vielleicht inzwischen gesendet.',
      jobs: (takenAt, names) =>
        `Ich wurde aus einer Sicherung vom ${takenAt} wiederhergestellt. Diese Aufgaben waren seitdem fällig und sind vielleicht schon gelaufen, deshalb habe ich sie nicht noch einmal ausgeführt: ${names}. Spätere Zeiten sind nicht betroffen.`,
      jobReason: 'Skein wurde aus einer Sicherung wiederhergestellt, und dies ist vielleicht inzwischen gelaufen.',
      epochReason: 'Skein wurde aus einer Sicherung wiederhergestellt',
    },
  },
})

/** "1.5 MB" and "1,5 MB". */
export function sizeText(bytes: number) {
  const mb = bytes / 1024 / 1024
  const { en, de } = numberText(mb, mb < 10 ? 1 : 0)
  return { en: `${en} MB`, de: `${de} MB` }
}
