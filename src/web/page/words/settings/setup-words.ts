import { inLanguages } from '../../../../messages/languages.ts'
import type { AnswerStep, SetupStep } from '../../wire/setup-wire.ts'

interface SetupWords {
  title: string
  about(done: number, all: number): string
  /** For a session from another machine. */
  elsewhere: string
  steps: Record<SetupStep | 'hello', { title: string; about: string }>
  done: string
  open: string
  labels: Record<AnswerStep, string>
  answer: string
  change: string
  saved(value: string): string
  /** After what was saved. */
  restart: string
  /** A time zone that nobody has confirmed. */
  assumed(zone: string): string
  changeBriefing: string
  isService: string
  /** Before the command. */
  installService: string
  installOwnService: string
  write: string
  writing: string
}

/** The steps of the setup, which are those of `skein setup`. */
export const setupWords = inLanguages<SetupWords>({
  en: {
    title: 'Setup',
    about: (done, all) => `${done} of ${all} steps are done. Take them in any order; each answer is saved at once.`,
    elsewhere: 'The setup can be changed only on the machine itself, with the link that "skein link" prints.',
    steps: {
      brain: { title: 'Model', about: 'The model that answers you. One is enough.' },
      channel: { title: 'Channels', about: 'Where you can write to Skein, apart from this page and the terminal.' },
      name: { title: 'Your name', about: 'What Skein and the model call you.' },
      timezone: { title: 'Time zone', about: 'Decides when a day begins, and what "tomorrow at 8" means.' },
      briefing: {
        title: 'Daily briefing',
        about: 'A summary every day: reminders, open questions and what was talked about.',
      },
      service: { title: 'Start with the machine', about: 'As a service, Skein starts when this machine starts.' },
      hello: {
        title: 'First message',
        about: 'Skein writes to you on every connected channel. If none is connected, the message is under "Notices".',
      },
    },
    done: 'done',
    open: 'open',
    labels: { name: 'Your name', timezone: 'Time zone, such as Europe/Berlin', briefing: 'Time, such as 7:00' },
    answer: 'Set up',
    change: 'Change',
    saved: (value) => `Saved: ${value}.`,
    restart: 'Restart to use it.',
    assumed: (zone) => `${zone}, the time zone of this machine`,
    changeBriefing: 'Change it below, in [[briefings]].',
    isService: 'Skein runs as a service.',
    installService: "Run this in a terminal, in Skein's folder:",
    installOwnService: 'Or without root, for your own user:',
    write: 'Write to me',
    writing: 'Sending…',
  },
  de: {
    title: 'Einrichtung',
    about: (done, all) =>
      `${done} von ${all} Schritten sind erledigt. Die Reihenfolge ist egal; jede Antwort wird sofort gespeichert.`,
    elsewhere: 'Die Einrichtung lässt sich nur auf dem Rechner selbst ändern, mit dem Link, den „skein link“ ausgibt.',
    steps: {
      brain: { title: 'Modell', about: 'Das Modell, das dir antwortet. Eines genügt.' },
      channel: {
        title: 'Kanäle',
        about: 'Wo du Skein schreiben kannst, außer auf dieser Seite und im Terminal.',
      },
      name: { title: 'Dein Name', about: 'So nennen dich Skein und das Modell.' },
      timezone: { title: 'Zeitzone', about: 'Bestimmt, wann ein Tag beginnt und was „morgen um 8“ bedeutet.' },
      briefing: {
        title: 'Tägliche Übersicht',
        about: 'Jeden Tag eine Zusammenfassung: Erinnerungen, offene Fragen und worüber gesprochen wurde.',
      },
      service: {
        title: 'Mit dem Rechner starten',
        about: 'Als Dienst startet Skein zusammen mit diesem Rechner.',
      },
      hello: {
        title: 'Erste Nachricht',
        about:
          'Skein schreibt dir auf jedem verbundenen Kanal. Ist keiner verbunden, steht die Nachricht unter „Meldungen“.',
      },
    },
    done: 'erledigt',
    open: 'offen',
    labels: {
      name: 'Dein Name',
      timezone: 'Zeitzone, zum Beispiel Europe/Berlin',
      briefing: 'Uhrzeit, zum Beispiel 7:00',
    },
    answer: 'Einrichten',
    change: 'Ändern',
    saved: (value) => `Gespeichert: ${value}.`,
    restart: 'Nach einem Neustart aktiv.',
    assumed: (zone) => `${zone}, die Zeitzone dieses Rechners`,
    changeBriefing: 'Ändern lässt sie sich unten, in [[briefings]].',
    isService: 'Skein läuft als Dienst.',
    installService: 'Führe dies in einem Terminal im Ordner von Skein aus:',
    installOwnService: 'Oder ohne root, nur für deinen Benutzer:',
    write: 'Schreib mir',
    writing: 'Wird gesendet…',
  },
})
