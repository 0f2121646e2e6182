import { localized } from '../../messages/localized.ts'

/** What people read about Telegram: when it does not work, why a message could not be sent, and after a press. */
export const telegramMessages = localized({
  en: {
    unreachable:
      'I have not reached Telegram for more than two minutes. I keep trying, and Telegram keeps your messages for a day. If this goes on, check the network of this machine and telegram.api_root, or run "skein doctor".',
    unauthorized:
      'Telegram does not accept the bot token: it was revoked or mistyped. Get the current one from @BotFather, put it into telegram.token and restart Skein. Until then I try again every 15 minutes.',
    webhook:
      'Telegram delivers to a webhook instead of to me, so I receive nothing. "skein doctor" shows where it points. Remove it with deleteWebhook, or use another bot.',
    conflict:
      'Another program reads the messages of this Telegram bot, so some may not reach me. Stop it, or get a new token from @BotFather.',
    tokenRefused: 'Telegram did not accept the bot token',
    writeFirst: 'on Telegram a person has to write to the bot first',
    stopped: 'Stopped.',
    noted: 'Noted.',
    buttonIgnored: 'You cannot use this button, or it has already been used.',
    notTelegramSaid: (status: number) => `something that is not Telegram answered ${status}`,
    stop: 'Stop',
    doctor: {
      answers: (bot: string) => `@${bot} answers`,
      webhook: (host: string) => `a webhook at ${host} takes its messages; remove it with deleteWebhook`,
      unknownHost: 'an unknown place',
      tokenRefused: 'the token is refused; get the current one from @BotFather',
      notAsked: (why: string) => `the request failed: ${why}`,
      ownerIsChat: (id: number, kind: string) =>
        `the owner id ${id} is ${kind}, not a person; correct telegram.owner_ids`,
      kinds: { group: 'a group', supergroup: 'a supergroup', channel: 'a channel' },
      owner: (id: number, name: string) => `the owner id ${id} is ${name}`,
      ownerUnknown: (id: number, command: string) =>
        `nobody with the owner id ${id} has written to the bot yet; send it ${command} from your account, and check telegram.owner_ids if this stays`,
      privacyOff: 'privacy mode is off: it hears everything said in its groups, and answers only what is meant for it',
      privacyOn: (command: string) =>
        'privacy mode is on: in groups it hears commands and replies to it, but no mentions and no context. ' +
        `To change that, send ${command} to @BotFather, then remove the bot from the group and add it again; as an administrator it always hears everything`,
    },
  },
  de: {
    unreachable:
      'Ich habe Telegram seit mehr als zwei Minuten nicht erreicht. Ich versuche es weiter, und Telegram bewahrt deine Nachrichten einen Tag lang auf. Wenn das so bleibt, prüfe das Netz dieses Rechners und telegram.api_root, oder starte „skein doctor“.',
    unauthorized:
      'Telegram nimmt das Bot-Token nicht an: Es wurde widerrufen oder falsch eingegeben. Hol dir das aktuelle bei @BotFather, trag es in telegram.token ein und starte Skein neu. Bis dahin versuche ich es alle 15 Minuten.',
    webhook:
      'Telegram stellt an einen Webhook zu statt an mich, deshalb empfange ich nichts. „skein doctor“ zeigt, wohin er führt. Entferne ihn mit deleteWebhook, oder benutze einen anderen Bot.',
    conflict:
      'Ein anderes Programm liest die Nachrichten dieses Telegram-Bots, deshalb erreichen mich vielleicht nicht alle. Beende es, oder hol dir ein neues Token bei @BotFather.',
    tokenRefused: 'Telegram hat das Bot-Token nicht angenommen',
    writeFirst: 'bei Telegram muss man dem Bot zuerst selbst schreiben',
    stopped: 'Gestoppt.',
    noted: 'Notiert.',
    buttonIgnored: 'Diesen Button kannst du nicht benutzen, oder er wurde schon benutzt.',
    notTelegramSaid: (status) => `etwas, das nicht Telegram ist, antwortete mit ${status}`,
    stop: 'Stopp',
    doctor: {
      answers: (bot) => `@${bot} antwortet`,
      webhook: (host) => `ein Webhook bei ${host} nimmt seine Nachrichten an; entferne ihn mit deleteWebhook`,
      unknownHost: 'einer unbekannten Adresse',
      tokenRefused: 'das Token wird abgelehnt; hol dir das aktuelle bei @BotFather',
      notAsked: (why) => `die Abfrage ist fehlgeschlagen: ${why}`,
      ownerIsChat: (id, kind) => `die Besitzer-ID ${id} ist ${kind}, keine Person; berichtige telegram.owner_ids`,
      kinds: { group: 'eine Gruppe', supergroup: 'eine Supergruppe', channel: 'ein Kanal' },
      owner: (id, name) => `die Besitzer-ID ${id} ist ${name}`,
      ownerUnknown: (id, command) =>
        `mit der Besitzer-ID ${id} hat dem Bot noch niemand geschrieben; schick ihm ${command} von deinem Konto, und prüfe telegram.owner_ids, wenn das so bleibt`,
      privacyOff:
        'der Datenschutzmodus ist aus: In Gruppen liest der Bot alles mit und beantwortet nur, was an ihn gerichtet ist',
      privacyOn: (command) =>
        'der Datenschutzmodus ist an: In Gruppen liest der Bot Befehle und Antworten an ihn, aber keine Erwähnungen und keinen Zusammenhang. ' +
        `Um das zu ändern, schick ${command} an @BotFather, entferne den Bot dann aus der Gruppe und füge ihn wieder hinzu; als Administrator liest er immer alles mit`,
    },
  },
})
