const model = 'Das Modell, das schreibt: "fast", "general", "smart" oder der Name eines Modells.'

const to =
  'Chats oder Adressen, die das Ergebnis bekommen, zum Beispiel ["telegram:42", "email:ana@example.org"]. Ohne Angabe der Chat, in dem du zuletzt geschrieben hast.'

const job = {
  name: 'Der Name der Aufgabe.',
  cron: 'Wann die Aufgabe läuft, als fünf Cron-Felder. Setze genau eines von cron, every_minutes und at.',
  every_minutes: 'Die Aufgabe läuft immer wieder im Abstand von so vielen Minuten.',
  at: 'Die Aufgabe läuft einmal, an diesem Tag um diese Uhrzeit.',
  timezone: 'Die Zeitzone dieser Zeiten. Ohne Angabe deine eigene.',
  to,
  model,
  silent: 'Das Ergebnis nur senden, wenn etwas zu tun ist.',
  missed:
    'Was geschieht, wenn Skein zu dieser Zeit nicht lief: "run" holt die Aufgabe einmal nach, "skip" lässt sie aus.',
  grace_minutes:
    'Wie viele Minuten nach ihrer Zeit eine verpasste Aufgabe noch laufen darf. Ohne Angabe hängt es von der Aufgabe ab.',
  any_hour: 'Das Ergebnis auch während der Ruhezeit senden.',
}

const block = {
  source: 'Woher der Inhalt kommt. "questions" sind offene Fragen und ausstehende Bestätigungen.',
  title: 'Die Überschrift des Blocks.',
  limit: 'Wie viele Einträge der Block höchstens zeigt.',
  url: 'Die Adresse eines Feeds oder Kalenders.',
  secret_url: 'Die Adresse eines Feeds oder Kalenders, wenn die Adresse selbst geheim ist.',
  file: 'Eine Kalenderdatei auf diesem Rechner statt einer Adresse.',
  days: 'Wie viele Tage eines Kalenders der Block zeigt.',
  mailbox: 'Der Name eines der [mailboxes], für die Quelle "mail".',
  command: 'Ein Programm mit seinen Argumenten, für die Quelle "command". Seine Ausgabe ist der Inhalt.',
}

const conversationDescriptions = {
  conversation: {
    note: 'Was das Modell von früheren Nachrichten sieht.',
    enabled: 'Ob das Modell frühere Nachrichten überhaupt sieht.',
    max_tokens:
      'Wie viele Tokens Verlauf ein Prompt höchstens enthalten darf. Eine einfache Nachricht wie ein Gruß bekommt weniger.',
    lookback_count:
      'Wie viele Nachrichten aus der Zeit vor der laufenden Unterhaltung wörtlich gezeigt werden dürfen. Ältere decken Zusammenfassungen und die Suche ab. Die Nachrichten von always_include_recent kommen hinzu.',
    active_minutes:
      'Nach einer Pause von mehr als so vielen Minuten beginnt eine neue Unterhaltung, es sei denn, die Nachricht setzt die letzte eindeutig fort.',
    context_truncation:
      'Jede frühere Antwort des Assistenten auf so viele Zeichen kürzen; 0 schaltet das aus. Nachrichten von Personen, zitierte Antworten und Suchergebnisse werden nie gekürzt.',
    skip_selection_threshold: 'Das Auswahlmodell nicht fragen, wenn es höchstens so viele frühere Nachrichten gibt.',
    selection_model: 'Das Modell, das frühere Nachrichten auswählt: "fast" oder der Name eines Modells.',
    selection_timeout: 'Wie lange das Auswahlmodell brauchen darf, in Sekunden.',
    use_selection:
      'Ob ein schnelles Modell auswählt, welche früheren Nachrichten wichtig sind: true, false, oder "auto" nur dann, wenn nicht alle hineinpassen. Es entscheidet auch, ob eine Nachricht die letzte Unterhaltung fortsetzt, wenn das unklar ist.',
    always_include_recent: 'Wie viele der neuesten Nachrichten immer gezeigt werden, egal was sonst ausgewählt wird.',
    context_recency_hours: 'Nachrichten weglassen, die älter als so viele Stunden sind; 0 schaltet das aus.',
    context_min_messages:
      'Wie viele Nachrichten bleiben, auch wenn sie älter sind als in context_recency_hours angegeben.',
    previous_tasks_count:
      'Wie viele Ergebnisse geplanter Aufgaben, die seit deiner letzten Nachricht zugestellt wurden, das Modell einmal zu sehen bekommt.',
    talk_context_limit:
      'Kommt der Bot in einen Raum von Nextcloud Talk, holt er so viele frühere Nachrichten als Kontext; bei 0 keine.',
    cache_max_per_conversation:
      'Höchstens so viele der neuesten Nachrichten einer Unterhaltung wörtlich zeigen; 0 heißt ohne Grenze. Alle Nachrichten bleiben gespeichert und auffindbar.',
    older_days:
      'Tageszusammenfassungen werden für so viele Tage gezeigt. Ältere Nachrichten deckt die Zusammenfassung des Threads ab.',
    recall_share:
      'Der Anteil von max_tokens, der für ältere Nachrichten aus der Suche reserviert ist, von 0 bis 0.9. 0 schaltet die Suche aus.',
    shared_history:
      'Ob in jedem privaten Chat einer Person auch ihre anderen privaten Chats gelesen werden, auf allen Kanälen. Wonach du selbst suchst, wird ohnehin in allen deinen Chats gefunden.',
  },
  recall: {
    note: 'Frühere Nachrichten werden über ihre Wörter gefunden, mit Vektoren auch über ihre Bedeutung.',
    vectors:
      '"off"; "local", ein kleines englisches Modell auf diesem Rechner („skein doctor“ erklärt, wie du es installierst); oder "endpoint", ein Dienst mit einer OpenAI-kompatiblen Schnittstelle für Embeddings. An einen solchen Dienst werden jede Nachricht, jede Frage und jeder Abschnitt der Bibliothek gesendet.',
    url: 'Die Adresse des Dienstes für Embeddings. Nötig für "endpoint".',
    model: 'Das Modell für Embeddings. Nötig für "endpoint".',
    api_key: 'Der API-Schlüssel des Dienstes für Embeddings, falls er einen braucht.',
  },
  compaction: {
    note: 'Wann ältere Nachrichten zusammengefasst werden. Es genügt, dass eine der ersten drei Grenzen erreicht ist. Nachrichten der laufenden Unterhaltung zählen nicht mit, und eine Zusammenfassung umfasst mindestens zehn Nachrichten.',
    messages: 'Zusammenfassen, wenn mehr als so viele Nachrichten noch in keiner Zusammenfassung sind.',
    tokens:
      'Zusammenfassen, wenn die Nachrichten, die noch in keiner Zusammenfassung sind, mehr als so viele Tokens haben.',
    hours:
      'Zusammenfassen, wenn die Nachrichten, die noch in keiner Zusammenfassung sind, älter als so viele Stunden sind.',
    keep_recent: 'Wie viele der neuesten Nachrichten nie zusammengefasst werden.',
  },
  library: {
    note: 'Dateien, in denen das Modell nachschlagen kann.',
    folders:
      'Ordner mit Markdown-, Text-, HTML- und PDF-Dateien, zum Beispiel ["~/notes"]. Abschnitte, die zu einer Nachricht passen, werden dem Modell gezeigt, und es kann sie durchsuchen, aber nur in privaten Chats mit dem Besitzer. Ihr Text gilt als Text von anderen.',
    trusted_folders:
      'Ordner der Bibliothek, in die nur der Besitzer schreiben kann. Ihr Text gilt als Worte des Besitzers: Nichts darin führt dazu, dass Skein nachfragt, bevor es handelt.',
  },
  memory: {
    note: 'Was über Personen gemerkt wird, getrennt von den Nachrichten.',
    extract:
      'Ob das schnelle Modell in beendeten Unterhaltungen nach dauerhaften Fakten sucht. Es merkt sich höchstens einen auf zehn Nachrichten und arbeitet nur, solange solche Hintergrundarbeit weniger als ein Fünftel der Antworten kostet.',
    day_notes:
      'Ob für jede Person und jeden Tag eine Notiz geschrieben wird: was in ihren privaten Chats entschieden, erledigt und versprochen wurde und was offen blieb. Die Notizen sind Markdown-Dateien im Ordner „notes“ des Datenordners.',
    consolidate_at: 'Wann die Notizen des Vortags geschrieben werden, in der Zeitzone der jeweiligen Person.',
  },
}

const scheduleDescriptions = {
  scheduler: {
    note: 'Geplante Aufgaben.',
    quiet_hours:
      'Die Ruhezeit, in deiner Zeitzone. Ergebnisse geplanter Aufgaben werden so lange zurückgehalten. Erinnerungen kommen zu jeder Zeit.',
    daily_usd: 'Was geplante Aufgaben an einem Tag kosten dürfen, in Dollar. Die Limits von [brain] gelten außerdem.',
    spread_seconds:
      'Aufgaben, die verpasst wurden, während Skein nicht lief, starten über so viele Sekunden verteilt statt alle auf einmal.',
    private_hosts:
      'Hosts in deinem eigenen Netz, von denen Feeds und Kalender abgerufen werden dürfen, zum Beispiel "nas.lan" für alle Ports oder "nas.lan:8080" für einen. Alle anderen privaten Adressen werden abgelehnt.',
  },
  schedules: {
    note: 'Aufgaben, die zu einer bestimmten Zeit laufen. Was du in einem Chat planst, braucht hier keinen Eintrag.',
    ...job,
    text: 'Was das Modell gefragt wird oder was die Erinnerung sagt.',
    kind: '"ask" gibt den Text einem Modell und sendet dessen Antwort. "remind" sendet den Text, wie er ist.',
  },
  briefings: {
    note: 'Briefings: Aufgaben, die aus mehreren Quellen eine Nachricht schreiben. Mit dem Modell "none" werden die Blöcke gesendet, wie sie sind.',
    ...job,
    text: 'Anweisungen für das Modell.',
    template: 'Wie das Briefing aussehen soll, in deinen eigenen Worten.',
    blocks: { note: 'Der Inhalt des Briefings.', ...block },
  },
  heartbeat: {
    note: 'Prüft von Zeit zu Zeit, ob etwas deine Aufmerksamkeit braucht. Das Modell wird nur gefragt, wenn eine Prüfung etwas Neues gefunden hat.',
    enabled: 'Ob der Herzschlag läuft. Er braucht mindestens ein [[heartbeat.checks]].',
    every_minutes: 'Der Abstand zwischen zwei Prüfungen, in Minuten.',
    active_hours: 'Die Stunden, in deiner Zeitzone, in denen er läuft.',
    daily_cap: 'Wie viele Nachrichten er am Tag höchstens senden darf.',
    text: 'Worauf er achten soll, in deinen eigenen Worten.',
    to,
    model,
    checks: {
      note: 'Die Quellen, die er prüft. Sie haben dieselben Schlüssel wie die Blöcke eines Briefings.',
      ...block,
    },
  },
  mailboxes: {
    note: 'Postfächer, die Skein nur liest, für Blöcke mit der Quelle "mail".',
    imap: 'Der Server, von dem Mails gelesen werden.',
    user: 'Der Benutzername.',
    password: 'Das Passwort.',
    folder: 'Der Ordner, der gelesen wird.',
  },
}

export const generalDescriptions = {
  timezone: 'Deine Zeitzone. Sie bestimmt, wann ein Tag beginnt. Standard ist die Zeitzone des Rechners.',
  owner: {
    note: 'Du, der Besitzer dieser Installation.',
    name: 'Dein Name. Auch das Modell verwendet ihn. „skein setup“ fragt danach. Ohne Angabe "Owner".',
  },
  assistant: {
    note: 'Name und Charakter des Assistenten.',
    name: 'Der Name des Assistenten. „skein setup“ fragt danach.',
    persona:
      'Wie sich der Assistent verhalten soll, in deinen eigenen Worten. Der Text ist Teil jedes Prompts und deshalb auf 4000 Zeichen begrenzt. In der Datei stehen mehrere Zeilen zwischen """ und """. Er wird nicht benutzt, solange profile/SOUL.md im Datenordner einen Text hat.',
  },
  workers: {
    note: 'Wie Aufgaben laufen.',
    max: 'Wie viele Aufgaben gleichzeitig laufen.',
    expire_hours:
      'Eine Nachricht, die so viele Stunden lang nicht beantwortet werden konnte, verfällt, und der Absender wird benachrichtigt.',
    total_minutes: 'Wie lange eine Antwort höchstens dauern darf, in Minuten.',
    safe_mode_after:
      'Nach so vielen Starts, die binnen fünf Minuten abstürzten, startet Skein im abgesicherten Modus: Es nimmt Nachrichten an, führt aber eine Weile keine Aufgaben aus. 0 schaltet den abgesicherten Modus aus.',
    safe_mode_minutes: 'Wie lange der abgesicherte Modus dauert, in Minuten.',
  },
  ...conversationDescriptions,
  ...scheduleDescriptions,
  limits: {
    note: 'Grenzen für alle außer dem Besitzer.',
    tasks_per_hour: 'Wie viele neue Aufgaben eine Person pro Stunde starten darf.',
    queue: 'Wie viele Aufgaben einer Person gleichzeitig warten dürfen.',
  },
  metrics: {
    note: 'Zahlen für Programme, die Skein überwachen.',
    token:
      'Wer dieses Token sendet, bekommt unter /metrics der Seite Zahlen für Prometheus. Mindestens 16 Zeichen. Ohne Token gibt es kein /metrics.',
  },
  push: {
    note: 'Benachrichtigungen, während keine Seite offen ist. Geräte schalten sie selbst ein, unter Einstellungen auf der Seite.',
    contact:
      'Wie der Betreiber eines Push-Dienstes dich erreicht, als mailto:- oder https:-Adresse. Ohne Angabe die public_url der Seite.',
    ntfy_url:
      'Benachrichtigungen auch an dieses Thema eines ntfy-Servers senden, während keine Seite offen ist. Wer das Thema kennt, kann sie lesen, wenn der Server kein Token verlangt.',
    ntfy_token: 'Das Zugriffstoken für den ntfy-Server, falls er eines verlangt.',
    ntfy_text: 'Ob Benachrichtigungen auf ntfy den Text der Nachricht enthalten. Der Server kann ihn lesen.',
  },
  disk: {
    note: 'Was geschieht, wenn der Speicherplatz knapp wird.',
    low_mb:
      'Keine neuen Aufgaben beginnen und den Besitzer warnen, wenn weniger als so viel Speicherplatz frei ist, in MB.',
    full_mb:
      'Keine neuen Nachrichten annehmen, wenn weniger als so viel Speicherplatz frei ist, in MB. Höchstens low_mb.',
    ballast_mb:
      'Die Größe, in MB, einer Reservedatei, die bei vollem Datenträger geleert wird, damit angenommene Nachrichten noch beantwortet werden können.',
  },
  retention: {
    note: 'Wie lange Aufzeichnungen früherer Arbeit aufgehoben werden. Nachrichten, Antworten, Zusammenfassungen, Dateien und Kosten werden nie wegen ihres Alters entfernt.',
    assembly_days:
      'So viele Tage aufheben, was das Modell bei einer Antwort gesehen hat; „Warum?“ zeigt es. 0 hebt alles auf.',
    step_days: 'So viele Tage die einzelnen Schritte beendeter Sitzungen nativer Modelle aufheben. 0 hebt alles auf.',
    kept_days:
      'So viele Tage lange Ergebnisse von Werkzeugen aufheben, die in Dateien ausgelagert wurden. 0 hebt alles auf.',
    upgrade_copies: 'Die Kopien der Datenbank aufheben, die vor so vielen der letzten Aktualisierungen gemacht wurden.',
  },
  backup: {
    note: 'Sicherungen von allem, was Skein weiß: jede Nacht gemacht und jede Woche geprobt.',
    to: 'Der Ordner für eine Sicherung in jeder Nacht, am besten auf einem anderen Datenträger. Ohne ihn und ohne command gibt es keine nächtlichen Sicherungen.',
    command:
      'Ein Programm, das jede nächtliche Sicherung wegbringt, zum Beispiel ["rclone", "copy", "{archive}", "nas:skein"]. {archive} steht für die Datei. Ohne backup.to bleibt nur die neueste Datei auf diesem Rechner.',
    hour: 'Die Stunde, in deiner Zeitzone, ab der die nächtliche Sicherung gemacht wird. Lief Skein dann nicht, wird sie nachgeholt.',
    keep_days: 'Von so vielen Tagen die letzte nächtliche Sicherung behalten.',
    keep_weeks: 'Von so vielen Wochen die letzte nächtliche Sicherung behalten.',
    keep_months: 'Von so vielen Monaten die letzte nächtliche Sicherung behalten.',
    passphrase:
      'Sicherungen mit dieser Passphrase verschlüsseln. Bewahre sie auch anderswo auf: Ohne sie lassen sie sich nicht wiederherstellen.',
    recipient:
      'Sicherungen mit diesem öffentlichen Schlüssel von age verschlüsseln, statt mit einer Passphrase. Nur wer den privaten Schlüssel hat, kann sie wiederherstellen.',
    secrets:
      'Ob Sicherungen die Passwörter, Schlüssel und Anmeldungen dieser Installation enthalten. Ohne sie gibst du diese nach einer Wiederherstellung neu ein.',
  },
  log: {
    note: 'Was Skein protokolliert, und wie.',
    level: 'Wie viel protokolliert wird. Der Text von Nachrichten steht nur bei "debug" im Protokoll.',
    format: 'Das Format des Protokolls. "auto" ist im Terminal gut lesbar ("pretty") und sonst JSON.',
    file: 'Das Protokoll in diese Datei schreiben statt in die Standardfehlerausgabe. Ein relativer Pfad liegt im Datenordner. Systemd hebt das Protokoll selbst auf und braucht keine Datei.',
    file_mb: 'Eine neue Protokolldatei anfangen, wenn die laufende so groß ist, in MB. Die vorherige wird komprimiert.',
    file_count: 'Wie viele frühere Protokolldateien aufgehoben werden.',
  },
}
