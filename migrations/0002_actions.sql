CREATE TABLE `action` (
	`message_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`line` text NOT NULL,
	`failed` integer NOT NULL,
	PRIMARY KEY(`message_id`, `seq`),
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
