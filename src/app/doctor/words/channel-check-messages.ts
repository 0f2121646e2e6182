import { localized } from '../../../messages/localized.ts'

export const channelCheckMessages = localized({
  en: {
    page: {
      title: 'page',
      why: 'Browsers and monitoring find no working Skein at the usual address of the page.',
      notReady: (address: string, state: string) => `${address} answers, but no messages are handled: ${state}`,
      status: 'skein status',
      closed: (port: number) => `nothing answers on port ${port}, so the running Skein has the page on another port`,
      restart: 'restart Skein to use web.port; until then "skein link" names the port',
      otherPort: (port: number) => `another program uses port ${port}, so the page is on another port`,
      link: 'skein link',
    },
    encryption: {
      title: 'encryption of the page',
      why: 'Without TLS others on that network can read along and take over the sign-in.',
      local: 'only this machine can reach it without TLS',
      open: (address: string) => `it also listens on ${address}, without TLS`,
      proxy: 'remove web.bind, and set up a proxy with TLS and web.public_url; docs/operating.md has examples',
    },
    publicUrl: {
      title: 'public address',
      why: 'Browsers on other machines do not get to the page.',
      otherHost: (origin: string) => `the proxy at ${origin} changes the Host header`,
      keepHost: 'let the proxy keep the Host header; docs/operating.md has examples for Caddy, nginx and Apache',
      noAnswer: (origin: string, what: string) => `${origin} does not lead to Skein (${what})`,
      proxy: 'correct web.public_url, or the proxy and its certificate, and run the checks again',
    },
    owner: {
      title: 'owner',
      why: 'Nobody is let in by default, so nobody gets an answer there.',
      known: 'known on every channel',
      none: (channel: string) => `no owner is set for ${channel}`,
      pair: 'skein pair --owner',
    },
    unread: {
      title: 'messages',
      why: 'Somebody wrote something that never got an answer.',
      none: 'all could be read',
      report: 'ask the person what it was, and please report it with the row of that table',
    },
    sharedAccount: {
      title: 'shared account',
      why: 'Both answer, and each may take the messages from the other.',
      none: 'no sign of another Skein',
      stop: 'stop the other Skein, or give it an account of its own',
    },
    voice: {
      title: 'voice messages',
      why: 'Voice messages arrive without a text.',
      missing: (programs: string[]) => `not found: ${programs.join(', ')}`,
      install: 'install the program, or correct voice.command of the channel, and restart Skein',
    },
  },
  de: {
    page: {
      title: 'Seite',
      why: 'Browser und Überwachung finden unter der üblichen Adresse der Seite kein funktionierendes Skein.',
      notReady: (address, state) => `${address} antwortet, aber Nachrichten werden nicht bearbeitet: ${state}`,
      status: 'skein status',
      closed: (port) => `auf Port ${port} antwortet nichts, also hat das laufende Skein die Seite auf einem anderen`,
      restart: 'starte Skein neu, damit web.port gilt; bis dahin nennt „skein link“ den Port',
      otherPort: (port) => `ein anderes Programm benutzt Port ${port}, deshalb ist die Seite auf einem anderen`,
      link: 'skein link',
    },
    encryption: {
      title: 'Verschlüsselung der Seite',
      why: 'Ohne TLS können andere in diesem Netz mitlesen und die Anmeldung übernehmen.',
      local: 'ohne TLS ist sie nur von diesem Rechner erreichbar',
      open: (address) => `sie hört auch auf ${address}, ohne TLS`,
      proxy:
        'entferne web.bind, und richte einen Proxy mit TLS und web.public_url ein; docs/operating.md hat Beispiele',
    },
    publicUrl: {
      title: 'öffentliche Adresse',
      why: 'Browser auf anderen Rechnern erreichen die Seite nicht.',
      otherHost: (origin) => `der Proxy bei ${origin} ändert den Host-Header`,
      keepHost:
        'lass den Proxy den Host-Header unverändert weitergeben; docs/operating.md hat Beispiele für Caddy, nginx und Apache',
      noAnswer: (origin, what) => `${origin} führt nicht zu Skein (${what})`,
      proxy: 'berichtige web.public_url oder den Proxy und sein Zertifikat, und starte die Prüfung noch einmal',
    },
    owner: {
      title: 'Besitzer',
      why: 'Von sich aus lässt Skein niemanden herein, deshalb bekommt dort niemand eine Antwort.',
      known: 'auf jedem Kanal bekannt',
      none: (channel) => `für ${channel} ist kein Besitzer gesetzt`,
      pair: 'skein pair --owner',
    },
    unread: {
      title: 'Nachrichten',
      why: 'Jemand hat etwas geschrieben, das nie eine Antwort bekam.',
      none: 'alle ließen sich lesen',
      report: 'frag die Person, was es war, und melde es bitte mit der Zeile dieser Tabelle',
    },
    sharedAccount: {
      title: 'gemeinsames Konto',
      why: 'Beide antworten, und jedes nimmt vielleicht dem anderen die Nachrichten weg.',
      none: 'kein Zeichen eines anderen Skein',
      stop: 'beende das andere Skein, oder gib ihm ein eigenes Konto',
    },
    voice: {
      title: 'Sprachnachrichten',
      why: 'Sprachnachrichten kommen ohne Text an.',
      missing: (programs) => `nicht gefunden: ${programs.join(', ')}`,
      install: 'installiere das Programm, oder berichtige voice.command des Kanals, und starte Skein neu',
    },
  },
})
