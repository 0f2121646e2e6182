import { localized } from '../../../messages/localized.ts'

export const workMessages = localized({
  en: {
    none: 'none',
    stuck: {
      title: 'stuck tasks',
      why: 'Somebody waits for an answer, and everything behind it in the same chat waits too.',
      none: 'none',
      found: (ids: number[]) => `running for longer than workers.total_minutes allows: ${ids.join(', ')}`,
    },
    failed: {
      title: 'failed tasks',
      why: 'Somebody asked for something and got no result.',
      found: (ids: number[]) => `nobody retried or dismissed ${ids.join(', ')}`,
    },
    quarantined: {
      title: 'quarantined tasks',
      why: 'These messages crashed Skein again and again, so they are not run by themselves any more.',
      found: (ids: number[]) => ids.join(', '),
    },
    dead: {
      title: 'dead letters',
      why: 'These answers were written but never reached anybody.',
      found: (count: number, channel: string, why: string) => `${count}, the newest on ${channel}: ${why}`,
      look: 'skein link   (Activity on the page lists them; "Retry" sends one again, "Dismiss" acknowledges it)',
    },
    held: {
      title: 'answers held back',
      why: 'Skein did not send them, because it was not certain that they should go there.',
      found: (count: number) => `${count}`,
      look: 'skein link   (Activity on the page lists them)',
    },
    late: {
      title: 'late deliveries',
      why: 'Somebody waits for an answer that is written already.',
      found: (count: number, channel: string, since: string) => `${count}, the oldest on ${channel} since ${since}`,
    },
    drafts: {
      title: 'drafts',
      why: 'These replies wait until you have read and approved them.',
      found: (count: number) => `${count}`,
      send: 'skein link   (Activity on the page lists them)',
    },
    jobs: {
      title: 'failing jobs',
      why: 'What was planned does not happen.',
      failing: (names: string[]) => `failed three times in a row: ${names.join(', ')}`,
    },
    overdue: {
      title: 'overdue jobs',
      why: 'What was planned did not happen, because Skein was not running.',
      found: (names: string[]) => names.join(', '),
      start: 'start Skein, which makes up for it or says what it skipped',
    },
  },
  de: {
    none: 'keine',
    stuck: {
      title: 'hängende Aufgaben',
      why: 'Jemand wartet auf eine Antwort, und alles dahinter im selben Chat wartet auch.',
      none: 'keine',
      found: (ids) => `läuft länger, als workers.total_minutes erlaubt: ${ids.join(', ')}`,
    },
    failed: {
      title: 'gescheiterte Aufgaben',
      why: 'Jemand hat um etwas gebeten und kein Ergebnis bekommen.',
      found: (ids) => `von niemandem wiederholt oder verworfen: ${ids.join(', ')}`,
    },
    quarantined: {
      title: 'Aufgaben in Quarantäne',
      why: 'Diese Nachrichten brachten Skein immer wieder zum Absturz, deshalb laufen sie nicht mehr von selbst.',
      found: (ids) => ids.join(', '),
    },
    dead: {
      title: 'unzustellbare Antworten',
      why: 'Diese Antworten wurden geschrieben, haben aber nie jemanden erreicht.',
      found: (count, channel, why) => `${count}, die neueste auf ${channel}: ${why}`,
      look: 'skein link   (auf der Seite unter Aktivität; dort lassen sie sich noch einmal senden oder verwerfen)',
    },
    held: {
      title: 'zurückgehaltene Antworten',
      why: 'Skein hat sie nicht gesendet, weil nicht sicher war, dass sie dorthin sollen.',
      found: (count) => `${count}`,
      look: 'skein link   (auf der Seite unter Aktivität)',
    },
    late: {
      title: 'verspätete Zustellungen',
      why: 'Jemand wartet auf eine Antwort, die schon geschrieben ist.',
      found: (count, channel, since) => `${count}, die älteste auf ${channel} seit ${since}`,
    },
    drafts: {
      title: 'Entwürfe',
      why: 'Diese Antworten warten, bis du sie gelesen und freigegeben hast.',
      found: (count) => `${count}`,
      send: 'skein link   (auf der Seite unter Aktivität)',
    },
    jobs: {
      title: 'gescheiterte geplante Aufgaben',
      why: 'Was geplant war, geschieht nicht.',
      failing: (names) => `dreimal hintereinander gescheitert: ${names.join(', ')}`,
    },
    overdue: {
      title: 'überfällige geplante Aufgaben',
      why: 'Was geplant war, ist nicht geschehen, weil Skein nicht lief.',
      found: (names) => names.join(', '),
      start: 'starte Skein; es holt sie nach oder sagt, was es ausgelassen hat',
    },
  },
})
