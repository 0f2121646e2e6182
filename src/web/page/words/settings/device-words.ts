import { inLanguages } from '../../../../messages/languages.ts'

/** Signing in another device, and where it opens the page. */
export const deviceWords = inLanguages({
  en: {
    title: 'Sign in another device',
    reading: 'Loading…',
    onlyHere:
      'So far only this machine can open the page. Choose where your phone or another computer should open it. Nobody gets in without a link from you.',
    notFromHere: 'You are signed in from another device. Open the page on the machine Skein runs on to do this there.',
    network: 'In the local network',
    networkAbout:
      'Devices in the same Wi-Fi or office network can open the page. The connection is not encrypted, so others in that network could read along: use it at home, not in a café.',
    networkChoice: 'Address of this machine',
    noNetwork: 'This machine has no address in a private network.',
    networkOn: 'Open in the local network',
    public: 'At an address on the internet',
    publicAbout:
      'You can open the page from anywhere. A web server with TLS, such as Caddy, must run on this machine and pass requests on to Skein: it encrypts everything, and the manual has examples.',
    publicAddress: 'Address',
    publicHint: 'https://skein.example.org',
    publicOn: 'Use this address',
    openAt: (address: string) => `Other devices open the page at ${address}.`,
    encrypted: 'The connection is encrypted.',
    notEncrypted: 'The connection is not encrypted. Others in that network could read along.',
    waiting: (address: string | undefined) =>
      address === undefined
        ? 'Restart to close the page to other devices.'
        : `Restart to open the page at ${address} too.`,
    showCode: 'Show the QR code',
    off: 'Close it to other devices',
    offNow: 'Close it to other devices after a restart',
    inFile: 'The configuration file sets this address. Change it there.',
    scan: 'Scan this with the camera of the other device, or open the link there.',
    until: (until: string) => `The link works once, until ${until}. Anybody who opens it is signed in as you.`,
    untilFor: (name: string, until: string) =>
      `The link works once, until ${until}. Anybody who opens it is signed in as ${name}.`,
    picture: 'QR code with the sign-in link',
    link: 'Link',
    thisLink: 'the sign-in link',
    done: 'Done',
  },
  de: {
    title: 'Weiteres Gerät anmelden',
    reading: 'Wird geladen…',
    onlyHere:
      'Bisher kann nur dieser Rechner die Seite öffnen. Wähle, wo dein Smartphone oder ein anderer Rechner sie öffnen soll. Ohne einen Link von dir kommt niemand hinein.',
    notFromHere:
      'Du bist von einem anderen Gerät angemeldet. Öffne dafür die Seite auf dem Rechner, auf dem Skein läuft.',
    network: 'Im lokalen Netz',
    networkAbout:
      'Geräte im selben WLAN oder Büronetz können die Seite öffnen. Die Verbindung ist nicht verschlüsselt, andere in diesem Netz könnten also mitlesen: gut für zu Hause, nicht für ein Café.',
    networkChoice: 'Adresse dieses Rechners',
    noNetwork: 'Dieser Rechner hat keine Adresse in einem privaten Netz.',
    networkOn: 'Im lokalen Netz öffnen',
    public: 'Unter einer Adresse im Internet',
    publicAbout:
      'Du kannst die Seite von überall öffnen. Auf diesem Rechner muss ein Webserver mit TLS laufen, zum Beispiel Caddy, und Anfragen an Skein weitergeben: Er verschlüsselt alles, und das Handbuch hat Beispiele.',
    publicAddress: 'Adresse',
    publicHint: 'https://skein.example.org',
    publicOn: 'Diese Adresse benutzen',
    openAt: (address) => `Andere Geräte öffnen die Seite unter ${address}.`,
    encrypted: 'Die Verbindung ist verschlüsselt.',
    notEncrypted: 'Die Verbindung ist nicht verschlüsselt. Andere in diesem Netz könnten mitlesen.',
    waiting: (address) =>
      address === undefined
        ? 'Starte neu, um die Seite für andere Geräte zu schließen.'
        : `Starte neu, um die Seite auch unter ${address} zu öffnen.`,
    showCode: 'QR-Code anzeigen',
    off: 'Für andere Geräte schließen',
    offNow: 'Nach einem Neustart für andere Geräte schließen',
    inFile: 'Die Konfigurationsdatei legt diese Adresse fest. Ändere sie dort.',
    scan: 'Scanne dies mit der Kamera des anderen Geräts, oder öffne dort den Link.',
    until: (until) => `Der Link gilt einmal, bis ${until}. Wer ihn öffnet, ist als du angemeldet.`,
    untilFor: (name, until) => `Der Link gilt einmal, bis ${until}. Wer ihn öffnet, ist als ${name} angemeldet.`,
    picture: 'QR-Code mit dem Anmeldelink',
    link: 'Link',
    thisLink: 'den Anmeldelink',
    done: 'Fertig',
  },
})
