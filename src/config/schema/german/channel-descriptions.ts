const voice = {
  command:
    'Ein Programm, das den Text einer Aufnahme ausgibt, zum Beispiel ["whisper-cli", "--file", "{file}"]. {file} steht für die Aufnahme.',
  url: 'Statt eines Programms: die Adresse eines Dienstes mit einer OpenAI-kompatiblen Schnittstelle für Transkription.',
  model: 'Das Modell dieses Dienstes.',
  api_key: 'Der API-Schlüssel dieses Dienstes, falls er einen braucht.',
}

const mailbox = {
  address: 'Die Adresse des Postfachs.',
  aliases:
    'Weitere Adressen, deren Mails in diesem Postfach ankommen, zum Beispiel ["assistant@example.org"]. Für name+wort@example.org ist kein Eintrag nötig, bei Gmail auch nicht für Varianten mit Punkten und googlemail.com.',
  name: 'Der Name, den Empfänger neben der Adresse sehen.',
  user: 'Der Benutzername für die Mailserver. Ohne Angabe ist es die Adresse.',
  password: 'Das Passwort des Postfachs. Die meisten Anbieter verlangen ein App-Passwort.',
  oauth: {
    note: 'OAuth statt eines Passworts. Microsoft 365 akzeptiert nichts anderes.',
    client_id: 'Die Client-ID einer Anwendung, die beim Anbieter registriert ist.',
    client_secret: 'Das Client-Secret dieser Anwendung, falls sie eines hat.',
    refresh_token: 'Das Refresh-Token einer Anmeldung bei dieser Anwendung.',
    token_url: 'Die Adresse des Token-Dienstes. Für Gmail und Microsoft nicht nötig.',
  },
  imap: 'Der Server, von dem Mails gelesen werden. "imaps://host" verschlüsselt von Anfang an mit TLS, "imap://host" wechselt vor der Anmeldung zu TLS (STARTTLS). Unverschlüsselt geht es nur auf diesem Rechner.',
  smtp: 'Der Server, über den Mails gesendet werden: "smtps://host", oder "smtp://host" für STARTTLS.',
  folders: 'Die Ordner, die gelesen werden.',
  mode: '"send" sendet Antworten sofort. "draft" legt sie in den Entwürfen ab, bis du sie von dort oder mit !send abschickst.',
  sent_copy:
    'Wer eine Kopie gesendeter Mails ablegt: "server", "append" (Skein), "none" (niemand) oder "auto" (was der Anbieter braucht, falls das bekannt ist, sonst "append").',
  receipts:
    'Eine Kopie jeder Antwort an das Postfach selbst senden. Daran erkennt Skein nach einem Verbindungsabbruch, ob die Antwort gesendet wurde.',
  plus_addresses:
    'Ob name+wort@example.org im Postfach ankommt. Antworten finden ihre Unterhaltung dann auch ohne Kopfzeilen.',
  authserv_id:
    'Der Name, den dein Mailserver in seinen Authentication-Results-Kopfzeilen angibt, meist sein Hostname („skein doctor“ zeigt, was gefunden wurde). Ohne Angabe prüft Skein die Signaturen der Mails selbst.',
}

export const channelDescriptions = {
  web: {
    note: 'Die Webseite auf diesem Rechner, http://127.0.0.1:<Port>.',
    enabled: 'Ob es die Webseite gibt.',
    port: 'Der Port der Seite. Ist er belegt, wird der nächste freie verwendet, außer wenn bind oder public_url gesetzt ist.',
    bind: 'Die Seite zusätzlich unter dieser IP-Adresse des Rechners anbieten, damit Browser auf anderen Rechnern sie erreichen. Dort meldest du dich mit „skein link --public“ an. Ohne TLS können andere in diesem Netz mitlesen.',
    public_url:
      'Die Adresse, die Browser öffnen, wenn ein Proxy mit TLS vor der Seite steht. Der Proxy muss den Host-Header unverändert weitergeben und X-Forwarded-For setzen. Beispiele für Caddy, nginx und Apache stehen in docs/operating.md.',
    titles:
      'Ob ein schnelles Modell jedem neuen Chat der Seite nach der ersten Antwort einen Titel gibt. Sonst ist der Titel der Anfang deiner ersten Nachricht. Im Menü des Chats kannst du ihn ändern.',
    voice: {
      note: 'Schreibt mit, was du auf der Seite diktierst. Ohne Angabe gelten die Einstellungen von Telegram oder Talk.',
      ...voice,
    },
  },
  speech: {
    note: 'Liest Antworten vor: In einem Chat mit „/voice on“ werden Sprachnachrichten mit Text und einer Sprachnachricht beantwortet.',
    command:
      'Ein Programm, das einen Text von der Standardeingabe liest und Audio auf die Standardausgabe schreibt, zum Beispiel ["espeak-ng", "-v", "{language}", "--stdin", "--stdout"]. Möglich sind Ogg mit Opus sowie WAV, MP3 und FLAC, die umgewandelt werden, falls ffmpeg oder opusenc installiert ist. {language} steht für „en“ oder „de“.',
    url: 'Statt eines Programms: die Adresse eines Dienstes mit einer OpenAI-kompatiblen Schnittstelle für Sprache. Antworten werden an diesen Dienst geschickt. Was er kostet, zählt /usage nicht mit.',
    model: 'Das Modell dieses Dienstes.',
    voice: 'Die Stimme dieses Dienstes.',
    api_key: 'Der API-Schlüssel dieses Dienstes, falls er einen braucht.',
  },
  telegram: {
    note: 'Der Telegram-Bot.',
    token: 'Das Token des Bots von @BotFather. Ohne Token ist Telegram aus.',
    api_root: 'Eine andere Adresse für die Bot-API, zum Beispiel dein eigener Bot-API-Server.',
    local_server:
      'Ob dein eigener Bot-API-Server auf diesem Rechner mit --local läuft. Skein liest dessen Dateien dann direkt von der Festplatte. Braucht api_root.',
    owner_ids:
      'Die numerischen IDs deiner eigenen Telegram-Konten. /whoami zeigt deine. Sonst bekommt niemand eine Antwort, außer Mitgliedern und Personen, die einen Code von „skein pair“ oder /pair eingeben.',
    member_ids: 'Die numerischen IDs anderer Personen, die mit dem Bot sprechen dürfen.',
    groups: {
      note: 'Wie sich der Bot in Gruppen verhält.',
      mode: 'Wann der Bot antwortet: "mention", wenn er erwähnt oder ihm geantwortet wird, "always" immer, "off" nie.',
      mention_ids: 'IDs der Gruppen mit dem Modus "mention", unabhängig vom Modus oben.',
      always_ids: 'IDs der Gruppen mit dem Modus "always".',
      off_ids: 'IDs der Gruppen mit dem Modus "off".',
    },
    voice: {
      note: 'Wandelt Sprachnachrichten in Text um, mit einem Programm oder einem Dienst. Ohne beides speichert der Bot nur die Aufnahme und weist darauf hin.',
      ...voice,
    },
  },
  talk: {
    note: 'Nextcloud Talk.',
    url: 'Die Adresse des Nextcloud-Servers. Ohne url, user und password ist Talk aus.',
    user: 'Das eigene Konto des Bots auf diesem Server.',
    password: 'Ein App-Passwort dieses Kontos (Einstellungen > Sicherheit > Geräte & Sitzungen).',
    owner_ids:
      'Die Benutzer-IDs (nicht die Anzeigenamen) deiner eigenen Konten. Sonst bekommt niemand eine Antwort, außer Mitgliedern und Personen, die einen Code von „skein pair“ oder !pair eingeben.',
    member_ids: 'Die Benutzer-IDs anderer Personen, die mit dem Bot sprechen dürfen.',
    guests:
      'Was mit Nachrichten von Gästen und von Benutzern anderer Server geschieht: "context" zeigt sie dem Modell als nicht vertrauenswürdigen Text, "ignore" verwirft sie. Eine Antwort bekommen sie nie.',
    groups: {
      note: 'Wie sich der Bot in Gruppenräumen verhält.',
      mode: 'Wann der Bot antwortet: "mention", wenn er erwähnt oder ihm geantwortet wird, "always" immer, "off" nie. Bei "off" werden Nachrichten auch nicht gespeichert.',
      at_all: 'Ob @all als Erwähnung des Bots zählt.',
    },
    rooms: {
      note: 'Räume mit einem anderen Modus als dem in [talk.groups]. Der Name der Tabelle ist das Token am Ende der Adresse des Raums.',
      mode: 'Wann der Bot in diesem Raum antwortet: "mention", "always" oder "off".',
    },
    voice: { note: 'Wandelt Sprachnachrichten in Text um, mit einem Programm oder einem Dienst.', ...voice },
    webhook: {
      note: 'Optional. Nextcloud meldet Skein neue Nachrichten, sodass Skein sofort nachsieht statt erst einige Sekunden später. Dem Inhalt einer solchen Meldung vertraut Skein nie. Führe den folgenden Befehl auf dem Server aus und schalte den Bot dann in jedem Raum ein:\nocc talk:bot:install --feature webhook Skein SECRET http://THIS-MACHINE:8421/',
      secret: 'Das Geheimnis aus dem Installationsbefehl, 40 bis 128 Zeichen lang.',
      host: 'Die Adresse, unter der Skein diese Meldungen annimmt.',
      port: 'Der Port, auf dem Skein diese Meldungen annimmt.',
    },
  },
  email: {
    note: 'Ein eigenes Postfach für den Assistenten. Bei Gmail, Outlook, Fastmail, iCloud, GMX, Web.de, Yahoo, Posteo und mailbox.org genügen Adresse und Passwort; bei anderen Anbietern sind auch imap und smtp nötig. Mails, die bei der ersten Verbindung schon da sind, rührt Skein nicht an.',
    ...mailbox,
    accounts: {
      note: 'Weitere Postfächer. Jede Tabelle hat die Schlüssel von [email] von address bis authserv_id, und oauth.',
      ...mailbox,
    },
    owner_addresses:
      'Deine eigenen Mailadressen. Eine Mail gilt nur als deine, wenn DKIM oder DMARC es belegt; eine Mail, die gefälscht sein könnte, wird als nicht vertrauenswürdiger Text behandelt.',
    member_addresses: 'Die Mailadressen anderer Personen, die mit dem Assistenten sprechen dürfen.',
    strangers:
      'Was mit Mails von anderen geschieht: "ignore" ignoriert sie, "notify" benachrichtigt dich, "draft" schreibt einen Entwurf, den du prüfst.',
    quote: 'Ob eine Antwort die Mail zitiert, auf die sie antwortet.',
    replies_per_thread:
      'Wie viele Antworten pro Stunde ein Thread höchstens bekommt. Darüber hinaus antwortet Skein nicht und benachrichtigt dich.',
    replies_per_sender:
      'Wie viele Antworten pro Stunde ein Absender höchstens bekommt. Darüber hinaus antwortet Skein nicht und benachrichtigt dich.',
  },
}
