import { inLanguages } from '../../../../messages/languages.ts'

export const pushWords = inLanguages({
  en: {
    title: 'While the page is closed',
    about:
      'This device can be notified of answers, notices and reminders while no page of yours is open and visible. A notification passes the push service of the browser, encrypted.',
    insecure: 'This needs HTTPS, or the page on the machine itself (localhost). The address of this page is neither.',
    missing: 'This browser cannot do that here. On an iPhone or iPad, add the page to the home screen first.',
    notAllowed: 'The browser does not allow notifications. Allow them in its settings for this site.',
    off: 'Off on this device',
    on: 'On for this device',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    showsText: 'Show the text of the message',
    showsTextNote: 'Off: a notification only says that an answer is there.',
    ntfy: (host: string) => `Notifications also go to ${host}.`,
    ntfyText: 'They contain the text of the message.',
    ntfyProblem: (problem: string) => `The last one did not arrive: ${problem}.`,
    ntfyAbout: 'To get notifications through ntfy as well, set ntfy_url below.',
  },
  de: {
    title: 'Während die Seite geschlossen ist',
    about:
      'Dieses Gerät kann Antworten, Hinweise und Erinnerungen melden, während keine deiner Seiten offen und sichtbar ist. Eine Benachrichtigung geht verschlüsselt über den Push-Dienst des Browsers.',
    insecure:
      'Das braucht HTTPS oder die Seite auf dem Rechner selbst (localhost). Die Adresse dieser Seite ist keines von beiden.',
    missing:
      'Dieser Browser kann das hier nicht. Füge die Seite auf einem iPhone oder iPad zuerst dem Home-Bildschirm hinzu.',
    notAllowed: 'Der Browser erlaubt keine Benachrichtigungen. Erlaube sie in seinen Einstellungen für diese Website.',
    off: 'Auf diesem Gerät aus',
    on: 'Auf diesem Gerät an',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    showsText: 'Den Text der Nachricht zeigen',
    showsTextNote: 'Aus: Eine Benachrichtigung sagt nur, dass eine Antwort da ist.',
    ntfy: (host) => `Benachrichtigungen gehen auch an ${host}.`,
    ntfyText: 'Sie enthalten den Text der Nachricht.',
    ntfyProblem: (problem) => `Die letzte kam nicht an: ${problem}.`,
    ntfyAbout: 'Für Benachrichtigungen auch über ntfy setze unten ntfy_url.',
  },
})
