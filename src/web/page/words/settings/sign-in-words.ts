import type { SignedIn } from '../../wire/sign-in-wire.ts'
import { inLanguages } from '../language.ts'

export const signInWords = inLanguages({
  en: {
    title: 'Sign-ins',
    reading: 'Reading…',
    browser: (browser: string | null, system: string | null) =>
      `${browser ?? 'A browser'}${system === null ? '' : ` on ${system}`}`,
    door: {
      here: 'on the machine of the daemon',
      elsewhere: 'elsewhere',
    } satisfies Record<SignedIn['door'], string>,
    isThis: 'this one',
    since: (since: string, used: string) => `since ${since}, last used about ${used}`,
    end: 'Sign out',
    endNow: (since: string) => `Sign out the one since ${since} now`,
    endOthers: 'Sign out all others',
    endOthersNow: 'Sign out all others now',
    others: 'That also ends sign-in links that nobody has opened yet.',
  },
  de: {
    title: 'Anmeldungen',
    reading: 'Wird gelesen…',
    browser: (browser, system) => `${browser ?? 'Ein Browser'}${system === null ? '' : ` unter ${system}`}`,
    door: { here: 'auf dem Rechner des Dienstes', elsewhere: 'anderswo' },
    isThis: 'dieser',
    since: (since, used) => `seit ${since}, zuletzt benutzt etwa ${used}`,
    end: 'Abmelden',
    endNow: (since) => `Die Anmeldung seit ${since} jetzt beenden`,
    endOthers: 'Alle anderen abmelden',
    endOthersNow: 'Alle anderen jetzt abmelden',
    others: 'Das beendet auch Links zur Anmeldung, die noch niemand geöffnet hat.',
  },
})
