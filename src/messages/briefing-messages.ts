import { localized } from './localized.ts'

/** Why a source of a briefing has nothing to report. */
export const briefingMessages = localized({
  en: {
    source: (why: string) => `could not be read: ${why}`,
    nothingNew: 'nothing new',
    late: (seconds: number) => `it did not answer within ${seconds} seconds`,
    empty: 'it is empty',
    notFeed: 'it is not a feed',
    webPage: 'it is a web page and not a feed; the page may name the address of its feed',
    feedTooLarge: 'the feed is too large',
    notCalendar: 'it is not a calendar',
    largerThan: (megabytes: number) => `it is larger than ${megabytes} MB`,
    largeFile: (path: string, megabytes: number) => `${path} is larger than ${megabytes} MB`,
    notFile: (path: string) => `${path} is not a file`,
    file: (path: string, code: string) => `${path} could not be read (${code})`,
    noMailbox: (name: string) => `there is no [mailboxes.${name}]`,
    command: {
      exited: (file: string, code: number, lastLine: string) =>
        `${file} ended with code ${code}${lastLine === '' ? '' : `: ${lastLine}`}`,
      killed: (file: string, signal: string) => `${file} was ended by ${signal}`,
      notFound: (file: string) => `${file} was not found`,
      notStarted: (file: string, code: string) => `${file} could not be started (${code})`,
      late: (file: string, seconds: number) => `${file} took longer than ${seconds} seconds`,
      flood: (file: string, kilobytes: number) => `${file} printed more than ${kilobytes} KB`,
      cutShort: (file: string) => `${file} was cut short`,
    },
  },
  de: {
    source: (why) => `nicht lesbar: ${why}`,
    nothingNew: 'nichts Neues',
    late: (seconds) => `keine Antwort innerhalb von ${seconds} Sekunden`,
    empty: 'der Inhalt ist leer',
    notFeed: 'das ist kein Feed',
    webPage: 'das ist eine Webseite und kein Feed; vielleicht nennt sie die Adresse ihres Feeds',
    feedTooLarge: 'der Feed ist zu groß',
    notCalendar: 'das ist kein Kalender',
    largerThan: (megabytes) => `die Datei ist größer als ${megabytes} MB`,
    largeFile: (path, megabytes) => `${path} ist größer als ${megabytes} MB`,
    notFile: (path) => `${path} ist keine Datei`,
    file: (path, code) => `${path} ließ sich nicht lesen (${code})`,
    noMailbox: (name) => `[mailboxes.${name}] gibt es nicht`,
    command: {
      exited: (file, code, lastLine) => `${file} endete mit dem Code ${code}${lastLine === '' ? '' : `: ${lastLine}`}`,
      killed: (file, signal) => `${file} wurde durch ${signal} beendet`,
      notFound: (file) => `${file} wurde nicht gefunden`,
      notStarted: (file, code) => `${file} ließ sich nicht starten (${code})`,
      late: (file, seconds) => `${file} brauchte länger als ${seconds} Sekunden`,
      flood: (file, kilobytes) => `${file} hat mehr als ${kilobytes} KB ausgegeben`,
      cutShort: (file) => `${file} wurde abgebrochen`,
    },
  },
})
