CREATE TABLE `channel_memory` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`channel`, `account`, `name`)
);
--> statement-breakpoint
ALTER TABLE `chat` ADD `facts` text;--> statement-breakpoint
-- What a channel kept for itself stood among the places it had read up to.
INSERT INTO `channel_memory` (`channel`, `account`, `name`, `value`)
SELECT `channel`, `account`, `stream`, `value` FROM `channel_cursor` WHERE `stream` IN ('waiting', 'placeholders');--> statement-breakpoint
DELETE FROM `channel_cursor` WHERE `stream` IN ('waiting', 'placeholders');
