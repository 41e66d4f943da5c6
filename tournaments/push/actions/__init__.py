"""What push messages change: subscriptions, and notices that wait to be sent."""
