import { listWords, localized } from './localized.ts'

type Role = keyof typeof roles.en

const roles = {
  en: { owner: 'owner', member: 'member', guest: 'guest' },
  de: { owner: 'Besitzer', member: 'Mitglied', guest: 'Gast' },
}

/** The answers to commands. What /schedule answers is in schedule-messages.ts, the list of /help in command-help.ts. */
export const commandMessages = localized({
  en: {
    ownerOnly: 'Only the owner can do that.',
    unknown: (command: string, prefix: string) =>
      `There is no command ${command}. ${prefix}help lists the available commands.`,
    unknownButNear: (command: string, near: string[]) =>
      `There is no command ${command}. Did you mean ${listWords(near, 'or')}?`,
    broke: 'Something went wrong while running this command. The log has the details.',
    help: (lines: string[]) => ['Just write to me. These commands are available:', '', ...lines].join('\n'),
    hello: (name: string, prefix: string) =>
      `Hello, ${name}. Just write to me, or send ${prefix}help to see what I can do.`,
    alreadyLetIn: (role: Role) =>
      role === 'owner'
        ? 'You are already known as my owner, so I did not use the code.'
        : `You are already known as a ${roles.en[role]}, so I did not use the code. If this should become another account of my owner, ask them to remove it first.`,
    whoami: (
      person: { name: string; role: Role },
      address: string,
      place: { chat: string; lane: string; others: string[] },
    ) =>
      `You are **${person.name}** (${roles.en[person.role]}), writing from \`${address}\`.${place.others.length === 0 ? '' : ` Your other accounts: ${place.others.map((other) => `\`${other}\``).join(', ')}.`}\nThis chat is \`${place.chat}\`, this thread \`${place.lane}\`.`,
    compacting: 'I am summarizing this conversation and will tell you when it is done.',
    compacted: (messages: number, tokens: number) =>
      `I summarized ${messages} ${messages === 1 ? 'message' : 'messages'} in ${tokens} tokens.`,
    compactedToNothing: (messages: number) =>
      messages === 1
        ? 'I read one message, and it contains nothing that needs to be in a summary.'
        : `I read ${messages} messages, and they contain nothing that needs to be in a summary.`,
    restFollows: 'The rest follows automatically.',
    messagesKept: 'Every message is kept and can still be found.',
    tooShortToCompact: 'I left the conversation as it is, because a summary would not be shorter.',
    nothingToCompact: (kept: number) =>
      `There is nothing to summarize: the last ${kept} messages always stay as they are.`,
    freshSessionNext: 'Your next message starts a new session with the summary.',
    freshSessionLater: 'A new session with the summary starts when the current work is done.',
    contextCleared: 'Done. I no longer see anything that was said here before. It is kept, and search still finds it.',
    contextUsage: (prefix: string) => `Use ${prefix}context, or ${prefix}context clear.`,
    newConversation: 'This is a new conversation. Earlier messages are kept and can still be found.',
    continueButton: 'Continue the old one',
    continued: 'We continue where we left off.',
    newButton: 'Start a new one instead',
    answeringAgain: 'I am answering again, as a continuation of the earlier conversation.',
    continueEarlierButton: 'Continue the earlier conversation',
    answerAsContinuationButton: 'Answer again as a continuation',
    newFromHereButton: 'Start a new conversation from here',
    searchWhat: 'What should I search for? Add a few words from the message.',
    nothingFound: (words: string) => `No results for "${words}". Try other words, or fewer.`,
    foundByMeaning: 'Similar messages:',
    /** Behind the author of a message that was found. */
    otherVersion: '(other version)',
    noSuchKey: (key: string) => `There is no setting ${key}.`,
    atMachineOnly: (key: string) =>
      `\`${key}\` can only be changed on the machine itself, at the address that "skein link" prints, or in another chat of yours.`,
    settingIs: (key: string, value: string) => `\`${key}\` is now ${value}.`,
    privateOnly: 'Please ask me that in a private chat.',
    addressNeeded: (prefix: string, example: string) =>
      `Please give the address as ${prefix}pair list shows it, for example ${example}.`,
    pairingCode: (command: string) =>
      `Anyone who sends me \`${command}\` in a private chat within 15 minutes is let in. The code works once.`,
    nothingToRetry: 'There is nothing here to retry.',
    modelAskedAgain: 'The next message goes to the model again.',
    retrying: (task: number, words: string) => `Retrying now (task ${task}): “${words}”.`,
    retryingLater: (task: number, words: string) =>
      `I will retry this as soon as the current work is done (task ${task}): “${words}”.`,
    noSuchDraft: (number: string) => `There is no draft ${number}.`,
    sendingDraft: (draft: number, words: string) => `Sending draft ${draft}: “${words}”.`,
    draftNotByModel: (draft: number) => `Draft ${draft} was not written by the model, so I cannot change it.`,
    revisingDraft: (draft: number) =>
      `Changing draft ${draft}. I will show you the new version. Nothing is sent until you say so.`,
    noDrafts: 'There are no drafts to send.',
    draftIn: (draft: number, where: string, shown: string) => `**Draft ${draft}** in ${where}\n\n${shown}`,
    olderDrafts: (count: number) => (count === 1 ? 'And one older draft.' : `And ${count} older drafts.`),
    draftHint: (prefix: string) =>
      `\`${prefix}send <number>\` sends a draft; \`${prefix}send <number> <what to change>\` changes it.`,
    drafts: 'Waiting to be sent:',
    permissionRemoved: 'Removed. I will ask again before I do that.',
    noSuchPermission: (number: string) => `There is no permission ${number} that you can remove.`,
    allowedUsage: (prefix: string) => `Use ${prefix}allowed, or ${prefix}allowed remove and a number from the list.`,
    allowedHint: (prefix: string) => `\`${prefix}allowed remove <number>\` removes a permission.`,
    modelChosenByOwner: 'Only my owner can choose the model.',
    modelChosenByOwnerInGroups: 'In a group, only my owner can choose the model.',
    providerGone: (provider: string) => `${provider} is no longer available.`,
    providerHint: (prefix: string) =>
      `To choose another provider for this chat, write ${prefix}brain and its name; ${prefix}brain default undoes that. ${prefix}model shows the models.`,
    providerUsual: (provider: string) => `- **${provider}** (default).`,
    providerOther: (provider: string) => `- **${provider}**.`,
    providerReset: (provider: string) => `**${provider}** answers here again, as everywhere else.`,
    noSuchProvider: (name: string) => `There is no provider "${name}".`,
    didYouMean: (near: string) => `Did you mean ${near}?`,
    available: (list: string) => `Available:\n\n${list}`,
    conversationContinues: 'The conversation continues.',
    providerFailsProbe: (provider: string, problem: string) =>
      `**${provider}** cannot answer at the moment. ${problem}`,
    chosen: (what: string) =>
      `${what} answers from your next message on. The conversation continues, and it sees what was said before.`,
    withModel: (provider: string, model: string) => `**${provider}** with ${model}`,
    withEffort: (model: string, effort: string) => `${model}, effort ${effort}`,
    effortHint: (prefix: string) =>
      `Add low, medium or high to choose how much it thinks, as in ${prefix}model smart high.`,
    noEffort: (provider: string) => `How much **${provider}** thinks cannot be chosen.`,
    unavailableNow: (why: string) => `It is not available right now. ${why}`,
    somethingWrong: 'Something is wrong.',
    ownChoice: (model: string) => `\`${model}\` (chosen by the provider)`,
    modelHere: (provider: string, model: string) => `**${provider}** answers here with ${model}.`,
    modelChosenHere: (provider: string, model: string) =>
      `**${provider}** answers here with ${model}, as chosen for this chat.`,
    modelHint: (prefix: string) =>
      `To choose a model for this chat, write ${prefix}model and one of these; ${prefix}model default undoes that. "name/smart" chooses one of another provider; ${prefix}brain lists the providers.`,
    modelHintForOwner: (prefix: string) =>
      `To choose a model for this chat, write ${prefix}model and one of these or the name of a model; ${prefix}model default undoes that. "name/smart" chooses one of another provider; ${prefix}brain lists the providers.`,
    modelReset: (provider: string, model: string) => `**${provider}** answers here with ${model} again.`,
    modelIsOneWord: 'The name of a model is a single word.',
    noSuchModel: (name: string) => `There is no model "${name}".`,
    modelNameByOwner: 'Only my owner can choose a model by its name.',
    noModels: (provider: string) => `${provider} has no models to choose from.`,
  },
  de: {
    ownerOnly: 'Das kann nur der Besitzer.',
    unknown: (command, prefix) => `Den Befehl ${command} gibt es nicht. ${prefix}help zeigt alle Befehle.`,
    unknownButNear: (command, near) => `Den Befehl ${command} gibt es nicht. Meintest du ${listWords(near, 'oder')}?`,
    broke: 'Beim Ausführen des Befehls ist etwas schiefgegangen. Mehr dazu steht im Protokoll.',
    help: (lines) => ['Schreib mir einfach. Diese Befehle gibt es:', '', ...lines].join('\n'),
    hello: (name, prefix) =>
      `Hallo, ${name}. Schreib mir einfach, oder schick ${prefix}help, um zu sehen, was ich kann.`,
    alreadyLetIn: (role) =>
      role === 'owner'
        ? 'Ich kenne dich schon als meinen Besitzer. Der Code wurde nicht eingelöst.'
        : `Ich kenne dich schon (${roles.de[role]}). Der Code wurde nicht eingelöst. Wenn dieses Konto ein weiteres Konto meines Besitzers werden soll, bitte ihn, es zuerst zu entfernen.`,
    whoami: (person, address, place) =>
      `Du bist **${person.name}** (${roles.de[person.role]}) und schreibst von \`${address}\`.${place.others.length === 0 ? '' : ` Deine anderen Konten: ${place.others.map((other) => `\`${other}\``).join(', ')}.`}\nDieser Chat ist \`${place.chat}\`, dieser Thread \`${place.lane}\`.`,
    compacting: 'Ich fasse diese Unterhaltung zusammen und sage Bescheid, wenn ich fertig bin.',
    compacted: (messages, tokens) =>
      `Ich habe ${messages} ${messages === 1 ? 'Nachricht' : 'Nachrichten'} in ${tokens} Token zusammengefasst.`,
    compactedToNothing: (messages) =>
      messages === 1
        ? 'Ich habe eine Nachricht gelesen. Sie enthält nichts, was in die Zusammenfassung gehört.'
        : `Ich habe ${messages} Nachrichten gelesen. Sie enthalten nichts, was in die Zusammenfassung gehört.`,
    restFollows: 'Der Rest folgt automatisch.',
    messagesKept: 'Alle Nachrichten bleiben erhalten, und du kannst sie weiterhin finden.',
    tooShortToCompact: 'Die Unterhaltung bleibt, wie sie ist, denn eine Zusammenfassung wäre nicht kürzer.',
    nothingToCompact: (kept) =>
      `Es gibt nichts zusammenzufassen: Die letzten ${kept} Nachrichten bleiben immer, wie sie sind.`,
    freshSessionNext: 'Mit deiner nächsten Nachricht beginnt eine neue Sitzung mit der Zusammenfassung.',
    freshSessionLater: 'Eine neue Sitzung mit der Zusammenfassung beginnt, wenn die laufende Arbeit fertig ist.',
    contextCleared:
      'Erledigt. Alles, was bisher hier stand, sehe ich nicht mehr. Es bleibt gespeichert, und die Suche findet es weiterhin.',
    contextUsage: (prefix) => `Schreib ${prefix}context oder ${prefix}context clear.`,
    newConversation:
      'Das ist eine neue Unterhaltung. Frühere Nachrichten bleiben erhalten, und du kannst sie weiterhin finden.',
    continueButton: 'Die alte fortsetzen',
    continued: 'Wir machen da weiter, wo wir aufgehört haben.',
    newButton: 'Doch eine neue beginnen',
    answeringAgain: 'Ich antworte noch einmal, als Fortsetzung der früheren Unterhaltung.',
    continueEarlierButton: 'Frühere Unterhaltung fortsetzen',
    answerAsContinuationButton: 'Als Fortsetzung noch einmal antworten',
    newFromHereButton: 'Ab hier eine neue Unterhaltung beginnen',
    searchWhat: 'Wonach soll ich suchen? Schreib ein paar Wörter aus der Nachricht dazu.',
    nothingFound: (words) => `Keine Treffer für „${words}“. Versuch es mit anderen oder weniger Wörtern.`,
    foundByMeaning: 'Ähnliche Nachrichten:',
    otherVersion: '(andere Fassung)',
    noSuchKey: (key) => `Die Einstellung ${key} gibt es nicht.`,
    atMachineOnly: (key) =>
      `\`${key}\` lässt sich nur direkt am Rechner ändern (unter der Adresse, die „skein link“ ausgibt) oder in einem anderen deiner Chats.`,
    settingIs: (key, value) => `\`${key}\` ist jetzt ${value}.`,
    privateOnly: 'Frag mich das bitte in einem privaten Chat.',
    addressNeeded: (prefix, example) =>
      `Gib die Adresse bitte so an, wie ${prefix}pair list sie zeigt, zum Beispiel ${example}.`,
    pairingCode: (command) =>
      `Wer mir innerhalb von 15 Minuten in einem privaten Chat \`${command}\` schickt, wird hinzugefügt. Der Code gilt einmal.`,
    nothingToRetry: 'Hier gibt es nichts zu wiederholen.',
    modelAskedAgain: 'Die nächste Nachricht geht wieder an das Modell.',
    retrying: (task, words) => `Neuer Versuch (Aufgabe ${task}): „${words}“.`,
    retryingLater: (task, words) =>
      `Ich versuche es noch einmal, sobald die laufende Arbeit fertig ist (Aufgabe ${task}): „${words}“.`,
    noSuchDraft: (number) => `Es gibt keinen Entwurf ${number}.`,
    sendingDraft: (draft, words) => `Entwurf ${draft} wird gesendet: „${words}“.`,
    draftNotByModel: (draft) => `Entwurf ${draft} stammt nicht vom Modell, deshalb kann ich ihn nicht ändern.`,
    revisingDraft: (draft) =>
      `Entwurf ${draft} wird geändert. Ich zeige dir die neue Fassung. Gesendet wird erst, wenn du es sagst.`,
    noDrafts: 'Es gibt keine Entwürfe, die auf das Senden warten.',
    draftIn: (draft, where, shown) => `**Entwurf ${draft}** in ${where}\n\n${shown}`,
    olderDrafts: (count) => (count === 1 ? 'Und ein älterer Entwurf.' : `Und ${count} ältere Entwürfe.`),
    draftHint: (prefix) =>
      `\`${prefix}send <Nummer>\` sendet einen Entwurf; \`${prefix}send <Nummer> <Änderung>\` ändert ihn.`,
    drafts: 'Noch nicht gesendet:',
    permissionRemoved: 'Entfernt. Ich frage wieder, bevor ich das tue.',
    noSuchPermission: (number) => `Es gibt keine Erlaubnis ${number}, die du entfernen kannst.`,
    allowedUsage: (prefix) => `Schreib ${prefix}allowed, oder ${prefix}allowed remove und eine Nummer aus der Liste.`,
    allowedHint: (prefix) => `\`${prefix}allowed remove <Nummer>\` entfernt eine Erlaubnis.`,
    modelChosenByOwner: 'Nur mein Besitzer kann das Modell wählen.',
    modelChosenByOwnerInGroups: 'In einer Gruppe kann nur mein Besitzer das Modell wählen.',
    providerGone: (provider) => `${provider} ist nicht mehr verfügbar.`,
    providerHint: (prefix) =>
      `Mit ${prefix}brain und einem Namen wählst du für diesen Chat einen anderen Anbieter; ${prefix}brain default macht das rückgängig. ${prefix}model zeigt die Modelle.`,
    providerUsual: (provider) => `- **${provider}** (Standard).`,
    providerOther: (provider) => `- **${provider}**.`,
    providerReset: (provider) => `Hier antwortet wieder **${provider}**, wie überall sonst.`,
    noSuchProvider: (name) => `Den Anbieter „${name}“ gibt es nicht.`,
    didYouMean: (near) => `Meintest du ${near}?`,
    available: (list) => `Verfügbar:\n\n${list}`,
    conversationContinues: 'Die Unterhaltung geht weiter.',
    providerFailsProbe: (provider, problem) => `**${provider}** kann zurzeit nicht antworten. ${problem}`,
    chosen: (what) =>
      `Ab deiner nächsten Nachricht antwortet ${what}. Die Unterhaltung geht weiter, und alles Bisherige bleibt für das Modell sichtbar.`,
    withModel: (provider, model) => `**${provider}** mit ${model}`,
    withEffort: (model, effort) => `${model}, Denkaufwand ${effort}`,
    effortHint: (prefix) =>
      `Mit low, medium oder high dahinter legst du fest, wie viel es nachdenkt, zum Beispiel ${prefix}model smart high.`,
    noEffort: (provider) => `Bei **${provider}** lässt sich nicht festlegen, wie viel es nachdenkt.`,
    unavailableNow: (why) => `Das ist zurzeit nicht verfügbar. ${why}`,
    somethingWrong: 'Etwas stimmt nicht.',
    ownChoice: (model) => `\`${model}\` (vom Anbieter gewählt)`,
    modelHere: (provider, model) => `Hier antwortet **${provider}** mit ${model}.`,
    modelChosenHere: (provider, model) => `Für diesen Chat ist **${provider}** mit ${model} ausgewählt.`,
    modelHint: (prefix) =>
      `Mit ${prefix}model und einem davon legst du das Modell für diesen Chat fest; ${prefix}model default macht das rückgängig. „name/smart“ wählt eines von einem anderen Anbieter; ${prefix}brain listet die Anbieter auf.`,
    modelHintForOwner: (prefix) =>
      `Mit ${prefix}model und einem davon oder dem Namen eines Modells legst du das Modell für diesen Chat fest; ${prefix}model default macht das rückgängig. „name/smart“ wählt eines von einem anderen Anbieter; ${prefix}brain listet die Anbieter auf.`,
    modelReset: (provider, model) => `Hier antwortet **${provider}** wieder mit ${model}.`,
    modelIsOneWord: 'Der Name eines Modells ist ein einzelnes Wort.',
    noSuchModel: (name) => `Das Modell „${name}“ gibt es nicht.`,
    modelNameByOwner: 'Nur mein Besitzer kann ein Modell über seinen Namen auswählen.',
    noModels: (provider) => `${provider} hat keine Modelle zur Auswahl.`,
  },
})
