import { localized } from './localized.ts'

/** What a notification says on a device whose page is closed, and why one cannot be set up. */
export const pushMessages = localized({
  en: {
    answer: 'An answer is there.',
    notice: 'A notice is there.',
    scheduled: 'A reminder or a result is there.',
    isOff: 'Notifications are off on this device.',
    tooMany: 'Too many devices get notifications. Turn them off on another device first.',
    badEndpoint: 'This browser uses a push service that Skein does not send to.',
    badKeys: 'The keys of this browser cannot be used.',
  },
  de: {
    answer: 'Eine Antwort ist da.',
    notice: 'Ein Hinweis ist da.',
    scheduled: 'Eine Erinnerung oder ein Ergebnis ist da.',
    isOff: 'Benachrichtigungen sind auf diesem Gerät ausgeschaltet.',
    tooMany: 'Zu viele Geräte bekommen Benachrichtigungen. Schalte sie zuerst auf einem anderen Gerät aus.',
    badEndpoint: 'Dieser Browser nutzt einen Push-Dienst, an den Skein nichts sendet.',
    badKeys: 'Die Schlüssel dieses Browsers sind nicht verwendbar.',
  },
})
