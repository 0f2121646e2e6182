const models = {
  fast: 'Das Modell für kleine Arbeiten wie Zusammenfassungen.',
  general: 'Das Modell, das antwortet.',
  smart: 'Das Modell, das „/model smart“ wählt.',
}

const commandLimits = {
  command_network: 'Ob Befehle, die das Modell ausführt, das Netz erreichen können.',
  command_memory_mb: 'Wie viel Arbeitsspeicher ein Prozess eines Befehls belegen darf, in MB.',
  command_processes: 'Wie viele Prozesse ein Befehl gleichzeitig haben darf.',
  command_cpu_seconds: 'Wie viel Prozessorzeit ein Prozess eines Befehls verbrauchen darf, in Sekunden.',
}

const allow = {
  owner: 'Was das Modell ohne Nachfrage darf, wenn du mit ihm sprichst.',
  member: 'Was das Modell ohne Nachfrage darf, wenn andere mit ihm sprechen.',
}

export const modelDescriptions = {
  brain: {
    note: 'Welches Modell antwortet, und was es kosten darf.',
    default:
      'Wer antwortet, wenn für einen Chat nicht mit /brain etwas anderes gewählt wurde: "claude", der Name eines deiner [providers], "native" für den ersten davon oder "demo". Ohne Angabe ist es claude, wenn die CLI und Zugangsdaten da sind, sonst der erste Anbieter, der funktioniert, sonst demo.',
    failover:
      'Wer einspringt, solange der Standard nicht antworten kann, in dieser Reihenfolge. Du wirst dann benachrichtigt.',
    asides:
      'Ob das Modell längere Arbeiten von sich aus neben dem Chat beginnen darf, mit einem Werkzeug. Mit /aside kann man immer darum bitten.',
    delegates:
      'Ob das Modell Teile seiner Arbeit an Helfer abgeben darf: neue Sitzungen, die nur einen Auftrag bekommen und einen Bericht zurückgeben. Sie haben dieselben Werkzeuge und brauchen dieselben Erlaubnisse.',
    delegate_count: 'Wie viele Helfer eine Antwort haben darf.',
    delegate_tokens:
      'Wie viele Tokens die Helfer einer Antwort zusammen lesen und schreiben dürfen, ob zwischengespeichert oder nicht.',
    delegate_usd: 'Was die Helfer einer Antwort zusammen kosten dürfen, in Dollar, soweit Preise bekannt sind.',
    daily_usd:
      'Was alle Modellaufrufe an einem Tag kosten dürfen, in Dollar. Ohne Angabe gibt es kein Limit. Ab 80 % des Limits werden nur noch Unterhaltungen beantwortet; ist es erreicht, wird bis zum nächsten Tag kein Modell mehr aufgerufen.',
    monthly_usd: 'Was alle Modellaufrufe in einem Monat kosten dürfen, in Dollar. Funktioniert wie daily_usd.',
    models: {
      note: 'Die Modelle der claude-CLI. Ohne Angabe wählt die CLI. Anbieter haben ihre eigenen Modelle.',
      ...models,
    },
    claude: {
      note: 'Die claude-CLI.',
      command: 'Die claude-CLI: ein Programm im PATH oder ein Pfad.',
      api_key: 'Ein API-Schlüssel. Stattdessen kannst du oauth_token setzen oder dich mit der CLI selbst anmelden.',
      oauth_token: 'Ein Token von „claude setup-token“ statt eines API-Schlüssels.',
      config_dir: 'Der Ordner, in dem die CLI ihre Anmeldung aufbewahrt. Ohne Angabe ein Ordner im Datenverzeichnis.',
      base_url: 'Eine andere Adresse für die Messages-API.',
      model: 'Das Modell. Ohne Angabe wählt die CLI.',
      fallback_model: 'Das Modell, das einspringt, solange das erste überlastet ist.',
      effort: 'Wie viel das Modell nachdenkt. Ohne Angabe wählt die CLI.',
      base_prompt:
        'Der Prompt, der vor dem von Skein steht. "none" ist ein einziger Satz. "claude-code" ist der Prompt der CLI, gemacht fürs Programmieren im Terminal; er kostet etwa 900 Tokens mehr pro Unterhaltung.',
      epochs:
        'Pro Unterhaltung eine CLI-Sitzung behalten, damit eine zweite Nachricht nur einen Bruchteil der ersten kostet. false beginnt für jede Nachricht eine neue Sitzung.',
      cache:
        'Wie lange der Dienst den Prompt zwischenspeichert. "1h" ist beim Schreiben teurer und lohnt sich, wenn zwischen den Nachrichten Minuten liegen. Nimm "5m" für einen Dienst, der nichts anderes unterstützt.',
      max_requests: 'Wie viele Anfragen an das Modell eine Antwort brauchen darf.',
      max_usd: 'Was eine Antwort kosten darf, in Dollar.',
      first_event_seconds: 'Aufgeben, wenn die CLI so viele Sekunden lang nichts ausgibt.',
      idle_seconds: 'Aufgeben, wenn die CLI mitten in einer Antwort so viele Sekunden lang pausiert.',
      keep_minutes:
        'Wie viele Minuten lang ein CLI-Prozess für die nächste Nachricht seiner Unterhaltung bereitgehalten wird.',
      keep_count: 'Wie viele solcher Prozesse höchstens bereitgehalten werden.',
      keep_mb: 'Wie viel Arbeitsspeicher diese Prozesse zusammen belegen dürfen, in MB.',
      tools:
        'Die Werkzeuge, die das Modell außer denen von Skein verwenden darf: die der CLI, und fetch_page für Webseiten. Die der CLI laufen in einer Sandbox und sehen nur den Ordner des Chats. Ohne bwrap sind sie aus. Gäste bekommen keine davon.',
      ...commandLimits,
      allow: {
        note: 'Was das Modell ohne Nachfrage darf: ein Werkzeug, oder ein Werkzeug mit einem Muster für das Argument wie "Bash(git log*)". Vor allem anderen, was etwas verändert, fragt Skein nach. Sobald das Modell Texte von anderen sieht, fragt Skein vor allem nach, was du nicht selbst verlangt hast.',
        ...allow,
      },
    },
  },
  native: {
    note: 'Wie Unterhaltungen mit dem Modell eines Anbieters in dessen Kontextfenster gehalten werden, und welche Werkzeuge es hat.',
    provider: 'Der Anbieter, für den "native" steht. Ohne Angabe der erste.',
    max_context_tokens: 'Ältere Runden werden zusammengefasst, wenn eine Unterhaltung mehr als so viele Tokens hat.',
    max_context_turns: 'Ältere Runden werden zusammengefasst, wenn eine Unterhaltung mehr als so viele Runden hat.',
    max_steps: 'Wie viele Schritte mit Werkzeugen eine Antwort brauchen darf.',
    tool_result_chars:
      'Das Ergebnis eines Werkzeugs aus einer früheren Runde wird auf so viele Zeichen gekürzt; dabei fällt die Mitte weg.',
    evict_tokens:
      'Ein einzelnes Ergebnis eines Werkzeugs mit mehr als so vielen Tokens wird in einer Datei gespeichert, die das Modell lesen kann.',
    clear_at:
      'Ältere Ergebnisse von Werkzeugen werden entfernt, wenn die Unterhaltung diesen Anteil des Kontextfensters füllt.',
    summarize_at:
      'Ältere Runden werden zusammengefasst, wenn die Unterhaltung diesen Anteil des Kontextfensters füllt.',
    session_days: 'Eine Unterhaltung, die mehr als so viele Tage geruht hat, beginnt von vorn.',
    first_event_seconds: 'Eine Anfrage aufgeben, wenn so viele Sekunden lang nichts ankommt.',
    idle_seconds: 'Eine Anfrage aufgeben, wenn sie mitten in einer Antwort so viele Sekunden lang pausiert.',
    tools:
      'Die Werkzeuge, die die Modelle zusätzlich zu denen von Skein verwenden dürfen. Sie sehen nur den Ordner des Chats. Befehle laufen in einer Sandbox und sind ohne bwrap aus. Gäste können nur lesen.',
    command_seconds: 'Wie lange ein Befehl laufen darf, in Sekunden.',
    ...commandLimits,
    allow: {
      note: 'Was das Modell ohne Nachfrage darf, wie in [brain.claude.allow]: "run_command(git log*)", oder ein Werkzeug eines MCP-Servers wie "calendar__list".',
      ...allow,
    },
  },
  providers: {
    note: 'Andere Dienste und Programme, die Modelle anbieten. Den Namen der Tabelle verwendest du mit /brain. „skein setup brain“ schreibt eine solche Tabelle und probiert sie aus.',
    kind: 'Die API: "anthropic" (braucht api_key), "openai-compatible" (braucht base_url; OpenRouter, LM Studio, vLLM, llama.cpp und andere) oder "ollama".',
    base_url: 'Die Adresse der API. Für Ollama ist es ohne Angabe http://127.0.0.1:11434.',
    api_key: 'Der API-Schlüssel, falls der Anbieter einen braucht.',
    models,
    window: 'Das Kontextfenster der Modelle, in Tokens. Ohne Angabe fragt Skein den Anbieter.',
    max_output_tokens: 'Wie viele Tokens eine Antwort des Modells höchstens haben darf.',
    images: 'Ob die Modelle Bilder lesen können. Ohne Angabe true für "anthropic", sonst false.',
    prices: {
      note: 'Was Modelle kosten, für einen Anbieter, der seine Preise nicht selbst mitteilt.',
      model: 'Das Modell.',
      input: 'Dollar pro Million Eingabe-Tokens.',
      output: 'Dollar pro Million Ausgabe-Tokens.',
      cache_read: 'Dollar pro Million Tokens, die aus dem Cache gelesen werden.',
      cache_write: 'Dollar pro Million Tokens, die in den Cache geschrieben werden.',
    },
  },
  runners: {
    note: 'Andere Prozesse oder Rechner, auf denen die Modelle laufen, verbunden über Redis.',
    url: 'Wo Redis oder Valkey ist: der Pfad des Sockets, oder eine Adresse mit redis:// oder, verschlüsselt, rediss://. Wenn sie gesetzt ist, laufen Modelle auf Runnern („skein runner“) und nicht in diesem Prozess.',
    username: 'Der Benutzer bei Redis. „skein runners acl“ zeigt die Rechte, die er braucht.',
    password: 'Das Passwort dieses Benutzers.',
    ca_file: 'Das Zertifikat der Stelle, die das von Redis unterschrieben hat, wenn es keine öffentliche ist.',
    places: 'Für einen Runner: wie viele Antworten er gleichzeitig bearbeitet.',
    min_free_mb: 'Für einen Runner: Er nimmt nichts mehr an, solange weniger Speicher als so viel MB frei ist.',
  },
  mcp: {
    note: 'MCP-Server, deren Werkzeuge Claude und die Modelle deiner Anbieter verwenden können.',
    command: 'Das Programm des Servers mit seinen Argumenten. Entweder dies oder url.',
    env: { note: 'Umgebungsvariablen des Programms.', name: 'Der Name der Variable.', value: 'Ihr Wert.' },
    url: 'Die Adresse des Servers.',
    token: 'Das Bearer-Token für diese Adresse, falls sie eines braucht.',
    tools: 'Die Werkzeuge, die verwendet werden dürfen. Ohne Angabe alle.',
  },
}
