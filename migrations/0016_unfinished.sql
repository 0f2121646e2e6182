CREATE TABLE `unfinished` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
