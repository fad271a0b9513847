/** The whole database as Kysely sees it: each module describes its own tables in its own folder. */
import type { AlertTables } from '../alerts/tables';
import type { C2cTables } from '../c2c/tables';
import type { CalendarTables } from '../calendar/tables';
import type { SenderTables } from '../chain/sender/tables';
import type { ChainTables } from '../chain/tables';
import type { ContentTables } from '../content/tables';
import type { ConversationTables } from '../conversations/tables';
import type { CustodyTables } from '../custody/tables';
import type { GatewayTables } from '../gateway/tables';
import type { IdentityTables } from '../identity/tables';
import type { LedgerTables } from '../ledger/tables';
import type { LiabilityTables } from '../liabilities/tables';
import type { LimitTables } from '../limits/tables';
import type { FlashTables } from '../products/flash/tables';
import type { LeverageTables } from '../products/leverage/tables';
import type { ProjectTables } from '../products/project/tables';
import type { LoanTables } from '../products/loan/tables';
import type { MarketTables } from '../market/tables';
import type { OperatorTables } from '../operators/tables';
import type { OpsTables } from '../ops/tables';
import type { NetworkTables } from '../networks/tables';
import type { PapersTables } from '../papers/tables';
import type { PayeeTables } from '../payees/tables';
import type { PortfolioTables } from '../portfolio/tables';
import type { RecordTables } from '../record/tables';
import type { ReviewTables } from '../reviews/tables';
import type { SecondsTables } from '../products/seconds/tables';
import type { SpotTables } from '../products/spot/tables';
import type { TreasureTables } from '../products/treasure/tables';
import type { TopUpTables } from '../topups/tables';
import type { UploadTables } from '../uploads/tables';
import type { WithdrawalTables } from '../withdrawals/tables';
import type { WitnessTables } from '../witness/tables';

export interface StoreTables {
  idemRequest: IdemRequestTable;
}

/** One row per money request that was answered, written in the transaction that moved the money. */
export interface IdemRequestTable {
  userId: number;
  call: string;
  key: string;
  requestHash: string;
  response: string;
  atMs: number;
}

export interface Tables
  extends
    StoreTables,
    AlertTables,
    C2cTables,
    CalendarTables,
    ChainTables,
    ContentTables,
    ConversationTables,
    FlashTables,
    GatewayTables,
    LedgerTables,
    LeverageTables,
    LiabilityTables,
    LimitTables,
    LoanTables,
    CustodyTables,
    IdentityTables,
    MarketTables,
    SecondsTables,
    SenderTables,
    SpotTables,
    OpsTables,
    OperatorTables,
    NetworkTables,
    PapersTables,
    PayeeTables,
    PortfolioTables,
    ProjectTables,
    RecordTables,
    ReviewTables,
    TopUpTables,
    TreasureTables,
    UploadTables,
    WithdrawalTables,
    WitnessTables {}
