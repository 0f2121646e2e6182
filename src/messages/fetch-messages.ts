import type { FetchProblem } from '../lib/http/guarded-connection.ts'
import { localized } from './localized.ts'

/** Why a page, a feed or a calendar could not be fetched. Each text is half a sentence. */
export const fetchMessages = localized({
  en: {
    cancelled: () => 'it was cancelled',
    late: ({ detail }: FetchProblem) => `it took longer than ${detail} s`,
    silent: ({ host, detail }: FetchProblem) => `${host} was silent for ${detail} s`,
    'too many redirects': ({ host, detail }: FetchProblem) => `${host} redirected more than ${detail} times`,
    'not a web port': ({ host, detail }: FetchProblem) => `${host}: port ${detail} is not used for web pages`,
    'not found': ({ host }: FetchProblem) => `${host} was not found`,
    'lookup failed': ({ host, detail }: FetchProblem) => `${host} could not be looked up (${detail})`,
    'not public': ({ host, detail }: FetchProblem) =>
      `${host} is not on the public internet${detail ? `; to allow it, add "${host}" to ${detail}` : ''}`,
    status: ({ host, detail }: FetchProblem) => `${host} answered with ${detail}`,
    'unknown compression': ({ host }: FetchProblem) => `${host} used a compression that was not requested`,
    'broken compression': ({ host }: FetchProblem) => `${host} sent data that cannot be decompressed`,
    'large headers': ({ host }: FetchProblem) => `${host} sent headers that are too large`,
    certificate: ({ host, detail }: FetchProblem) => `${host} has no valid certificate (${detail})`,
    'no connection': ({ host, detail }: FetchProblem) => `the connection to ${host} failed (${detail})`,
    'bad redirect': ({ host }: FetchProblem) => `${host} redirected to an address that is not fetched`,
    'control characters': () => 'the address contains spaces or control characters',
    'no address': () => 'that is not a web address',
    protocol: () => 'the address begins with neither http:// nor https://',
    credentials: () => 'the address contains a user name or password, which is not sent',
    'no host': () => 'the address names no host',
  },
  de: {
    cancelled: () => 'die Abfrage wurde abgebrochen',
    late: ({ detail }) => `die Abfrage dauerte länger als ${detail} s`,
    silent: ({ host, detail }) => `${host} hat ${detail} s lang nichts gesendet`,
    'too many redirects': ({ host, detail }) => `${host} hat mehr als ${detail}-mal weitergeleitet`,
    'not a web port': ({ host, detail }) => `${host}: Port ${detail} wird nicht für Webseiten verwendet`,
    'not found': ({ host }) => `${host} wurde nicht gefunden`,
    'lookup failed': ({ host, detail }) => `die Adresse von ${host} ließ sich nicht ermitteln (${detail})`,
    'not public': ({ host, detail }) =>
      `${host} ist nicht im öffentlichen Internet${detail ? `; um es zu erlauben, füge „${host}“ hinzu: ${detail}` : ''}`,
    status: ({ host, detail }) => `${host} hat mit ${detail} geantwortet`,
    'unknown compression': ({ host }) => `${host} hat die Daten anders komprimiert als verlangt`,
    'broken compression': ({ host }) => `${host} hat Daten gesendet, die sich nicht entpacken lassen`,
    'large headers': ({ host }) => `die Kopfzeilen von ${host} sind zu groß`,
    certificate: ({ host, detail }) => `${host} hat kein gültiges Zertifikat (${detail})`,
    'no connection': ({ host, detail }) => `die Verbindung zu ${host} ist fehlgeschlagen (${detail})`,
    'bad redirect': ({ host }) => `${host} leitet auf eine Adresse weiter, die nicht abgerufen wird`,
    'control characters': () => 'die Adresse enthält Leer- oder Steuerzeichen',
    'no address': () => 'das ist keine Webadresse',
    protocol: () => 'die Adresse beginnt weder mit http:// noch mit https://',
    credentials: () => 'die Adresse enthält einen Benutzernamen oder ein Passwort, und beides wird nicht gesendet',
    'no host': () => 'die Adresse nennt keinen Server',
  },
})
