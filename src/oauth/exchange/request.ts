export const EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
