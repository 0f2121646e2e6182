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
    notTelegramSaid: (status) => `etwas, das nicht Telegram ist, antwortete ${status}`,
  },
})
