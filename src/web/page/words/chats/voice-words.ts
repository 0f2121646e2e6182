import { inLanguages } from '../language.ts'

export const voiceWords = inLanguages({
  en: {
    speak: 'Speak a message',
    end: 'Stop recording',
    recording: 'Recording. Press again when you are done; Escape drops it.',
    listening: 'Turning it into words…',
    notAllowed: 'The microphone is not allowed here.',
  },
  de: {
    speak: 'Nachricht sprechen',
    end: 'Aufnahme beenden',
    recording: 'Aufnahme läuft. Noch einmal drücken, wenn du fertig bist; Escape verwirft sie.',
    listening: 'Wird zu Text…',
    notAllowed: 'Das Mikrofon ist hier nicht erlaubt.',
  },
})
