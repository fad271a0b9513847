import { createRoot } from 'react-dom/client';
import './board.css';
import { Board } from './Board';

const board = document.getElementById('board');
if (board === null) throw new Error('index.html must have #board');
createRoot(board).render(<Board />);
